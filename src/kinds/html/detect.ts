/** Whether a text is a page of HTML, or a large part of one; HTTP headers may stand before it. */
import type { Source } from '../../source/source.ts'
import type { Detected } from '../types.ts'

/** Chars in which a page says what it is. */
const HEAD = 4000
const PAGE = /<!doctype\s+html\b|<html[\s>]/i
/** What may stand before: headers of the answer, comments, a declaration. */
const BEFORE = /^(?:HTTP\/[\d.]+ .*|[A-Za-z][A-Za-z0-9-]{0,60}: .*|\s*<[!?].*|\s*-->.*|\s*)$/
/** A part of a page begins with a block and is full of tags. */
const PART = /^<(?:div|section|article|main|table|ul|ol|dl|p|h[1-6]|body|header|nav|form|details)[\s>]/i
const TAG =
  /<\/?(?:div|section|article|main|table|t[rdh]|thead|tbody|ul|ol|li|dl|dt|dd|p|h[1-6]|span|a|code|pre|nav|header|footer|form|strong|em|b|i|br|img|button|label|input)(?:\s[^<>]*)?\/?>/gi
const LEAST_TAGS = 12
/** Share of closing tags. */
const LEAST_CLOSING = 0.2
/** Chars for each tag, at the most. */
const MOST_CHARS = 160

export const detectHtml = ({ text }: Source, failed: boolean): Detected => {
  /* What a failing command prints is its report. */
  if (failed) return { score: 0, why: 'the command failed' }
  const head = text.slice(0, HEAD)
  const at = head.search(PAGE)
  if (at >= 0) {
    const before = head.slice(0, at).replace(/^\ufeff/, '')
    const isPage = before.split('\n').every((line) => BEFORE.test(line.replace(/\r$/, '')))
    return isPage ? { score: 0.9, why: 'a page of HTML' } : { score: 0, why: 'a page inside of other text' }
  }
  if (!PART.test(head.trimStart())) return { score: 0, why: 'no HTML' }
  const found = head.match(TAG) ?? []
  const tags = found.length
  const closing = found.filter((tag) => tag[1] === '/').length
  if (closing < LEAST_CLOSING * tags) return { score: 0, why: 'tags that never close' }
  if (tags < LEAST_TAGS || tags * MOST_CHARS < head.length) return { score: 0, why: 'few tags of HTML' }
  return { score: 0.85, why: 'a part of a page' }
}
