/** The main job on real input: a CI log of 2,000 lines becomes a digest, and its receipt accounts for every line. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'demo-'))

/** Runs a command line as a user would, in a folder with the log, and shows it. */
const show = (line) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'dist/cli.js'), ...line.split(' ')], {
    cwd: scratch,
    encoding: 'utf8',
  })
  process.stdout.write(`$ context-diet ${line}\n${stdout}${stderr}`)
  if (status !== 0) throw new Error(`it exits with ${status}`)
  return stdout
}

/** `46 kept + 1954 cut`: lines by fate, from the ranges that cover the source. */
const sumUp = (receipt) => {
  const counts = new Map()
  for (const [from, to, fate] of receipt.fates) counts.set(fate, (counts.get(fate) ?? 0) + to - from + 1)
  const total = [...counts.values()].reduce((sum, lines) => sum + lines, 0)
  return `${[...counts].map(([fate, lines]) => `${lines} ${fate}`).join(' + ')} = ${total} of ${receipt.source.lines} lines`
}

try {
  copyFileSync(join(ROOT, 'examples/ci.log'), join(scratch, 'ci.log'))
  const digest = show('digest --input ci.log --exit-code 1')
  const json = spawnSync(
    process.execPath,
    [join(ROOT, 'dist/cli.js'), 'digest', '--input', 'ci.log', '--exit-code', '1', '--json'],
    {
      cwd: scratch,
      encoding: 'utf8',
    },
  ).stdout
  writeFileSync(join(scratch, 'receipt.json'), json)
  writeFileSync(join(scratch, 'digest.txt'), digest)
  process.stdout.write(`\nThe receipt says what became of each line: ${sumUp(JSON.parse(json).receipt)}.\n\n`)
  show('verify --receipt receipt.json --source ci.log --output digest.txt')
  process.stdout.write('It holds: every line shown is a line of the log, and every line of the log is accounted for.\n')
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
