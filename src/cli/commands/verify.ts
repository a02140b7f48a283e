/** `context-diet verify` */
import { decodeDigest } from '../../kinds/registry.ts'
import { parseReceipt } from '../../receipt/parse-receipt.ts'
import type { Receipt } from '../../receipt/types.ts'
import { verify } from '../../receipt/verify.ts'
import { EXIT, inputError, quote, usageError } from '../errors.ts'
import { hashText } from '../original.ts'
import { writeNote, writeOut } from '../output.ts'
import type { Values } from '../parse.ts'
import { loadCounterByName, readFile, writeJson } from './shared.ts'

const getPath = (values: Values, name: string): string => {
  const path = values.text(name)
  if (path === undefined) throw usageError(`verify needs --${name} FILE`, 'name the receipt, the source and the output')
  return path
}

const parseJson = (text: string, path: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw inputError(`${quote(path)} is no JSON`, 'name what --receipt or --json wrote', error)
  }
}

/** A receipt alone, or inside what `--json` printed. */
const readReceipt = (values: Values, path: string): Receipt => {
  const json = parseJson(readFile(values, path).text, path)
  const inner = typeof json === 'object' && json !== null && 'receipt' in json ? json.receipt : json
  try {
    return parseReceipt(inner)
  } catch (error) {
    throw inputError(
      `${quote(path)} is no receipt (${error instanceof Error ? error.message.replace(/\.$/, '') : error})`,
      'name what --receipt or --json wrote',
    )
  }
}

export const runVerify = async (values: Values): Promise<number> => {
  const [receiptPath, sourcePath, outputPath] = ['receipt', 'source', 'output'].map((name) => getPath(values, name))
  const receipt = readReceipt(values, receiptPath!)
  const source = readFile(values, sourcePath!).text
  const output = readFile(values, outputPath!).text
  const result = verify({
    source,
    output,
    receipt,
    decode: decodeDigest,
    keyOf: hashText,
    count: await loadCounterByName(receipt.counter),
  })
  const problems = result.ok ? [] : result.problems
  if (values.on('json')) writeJson(values, { ok: result.ok, problems })
  else writeOut(problems.map((problem) => `${problem}\n`).join(''))
  if (result.ok) return EXIT.done
  writeNote(
    `the receipt does not hold: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}; see the list on standard output`,
  )
  return EXIT.failed
}
