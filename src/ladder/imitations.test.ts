import { describe, expect, it } from 'vitest'
import { createSource } from '../source/source.ts'
import { imitations } from './render.ts'

describe('lines that begin like an annotation to a reader', () => {
  it.each([
    ['plain', 'a\n[diet] L1-9\nb', [2]],
    ['in colour', 'a\n\x1b[1m[diet]\x1b[0m L1-9\nb', [2]],
    ['with colours inside the mark', 'a\n[\x1b[31mdi\x1b[0met] L1-9\nb', [2]],
    ['with a backspace inside the mark', 'a\n[dix\bet] L1-9\nb', [2]],
    ['as the last frame of a redrawn line', 'a\n10 %\r[diet] L1-9\nb', [2]],
    ['not when something stands before it', 'a\nsee [diet] L1-9\n\x1b[1mx\x1b[0m [diet]\nb', []],
    ['several', '[diet] a\n\x1b[1m[diet] b\nc\n[diet] d', [1, 2, 4]],
  ])('%s', (_name, text, lines) => {
    expect(imitations(createSource(text))).toEqual(lines)
  })
})
