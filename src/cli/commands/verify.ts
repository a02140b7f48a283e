/** `context-diet verify` */
import type { Receipt } from '../../receipt/types.ts'
import { verify } from '../../receipt/verify.ts'
import { EXIT, inputError, quote, usageError } from '../errors.ts'
import { hashText } from '../original.ts'
import { writeNote, writeOut } from '../output.ts'
import type { Values } from '../parse.ts'
import { getCounter, readFile, writeJson } from './shared.ts'

const getPath = (values: Values, name: string): string => {
  const path = values.text(name)
  if (path === undefined) throw usageError(`verify needs --${name} FILE`, 'name the receipt, the source and the output')
  return path
}
