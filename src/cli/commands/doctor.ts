/** `context-diet doctor` */
import packageJson from '../../../package.json' with { type: 'json' }
import { examine } from '../../hosts/init/doctor.ts'
import { formatFindings } from '../../hosts/init/findings.ts'
import { EXIT } from '../errors.ts'
import { writeOut } from '../output.ts'
import type { Values } from '../parse.ts'

/** Prints what it finds; exits 1 when something that is set up does not work. */
export const runDoctor = async (values: Values): Promise<number> => {
  const findings = await examine({ cwd: process.cwd(), env: process.env, version: packageJson.version })
  writeOut(values.on('json') ? `${JSON.stringify(findings)}\n` : formatFindings(findings))
  return findings.some(({ status }) => status === 'fail') ? EXIT.failed : EXIT.done
}
