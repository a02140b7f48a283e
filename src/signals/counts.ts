/**
 * Lines that consist of counts: `Tests: 1 failed, 3 passed`, `8 runs, 1 failures`, `failed=1`. A sentence that holds a
 * number and a word of failure (`✓ reports 0 failed jobs when idle`) is none of them: too many of its words are no part of a count.
 */

/**
 * `bad`: counts of failures above zero; `good`: counts of outcomes without any; `open`: good or bad by numbers that lines of
 * one shape do not share (`198 of 199 passed`).
 */
export type Tally = 'bad' | 'good' | 'open'

/** Words that count failures. */
const BAD = `failed|fail|fails|failing|failures?|errors?|errored|broken|crashed|mismatch(?:es)?|unreachable|unexpected|timed out|interrupted|aborted`
/** Words that count findings, which are failures where nothing else is counted. */
const FOUND = `problems?|issues?|offen[cs]es?|violations?`
const OTHER = `passed|passes|pass|passing|succeeded|success|successful|skipped|skips?|skipping|ignored|pending|todo|ok|warnings?|warned|flaky|cancelled|canceled|incomplete|risky|deselected|xfailed|xpassed|retried|tests?|runs?|run|suites?|files?|specs?|examples?|assertions?|checks?|cases?|subtests|items?|snapshots|targets?|tasks?|packages?|projects?|total|completed|measured|filtered out|informations?|vulnerabilities|vulnerability|inspected|changed|added|removed|destroyed|upgraded|rescued|unexecuted|fixable|detected|autocorrectable|reported|contexts`
/** Counts of these alone announce or describe a run: an outcome or a label has to stand beside them. */
const NEUTRAL =
  /^(?:tests?|runs?|run|suites?|files?|specs?|checks?|cases?|items?|targets?|tasks?|packages?|projects?|contexts|reported|total)$/i

const ANY = `${BAD}|${FOUND}|${OTHER}`
/** `2 failed`, `1 unhandled error`, `1 of 12 checks failed`, `3 to add`, `1 Error(s)`; what they are of in group 2, the outcome in group 3. */
const NUMBER_WORD = String.raw`(?<![\w.@/:=-]|\w ["'“]|\b(?:check|test|step|case|task|shard|job|part|stage|attempt) )(\d[\d,]*)(?:\s+(?:out )?of (\d+)|/\d+)?\s+(?:(?:tests?|checks?|cases?|unhandled|previous|source|build|test|subtests|actionable|total|hard|soft)\s+){0,2}(${ANY}|to (?:add|change|destroy|import))(?:\(s\))?(?![\w/.-]*[\w/-])`
/** `Failures: 2`, `errors=0`, `"failed": 3`, `fail 1`; the word in group 4, the number in group 5. */
const WORD_NUMBER = String.raw`(?<![\w.@/-])(${ANY})(?:\(s\)| run)?["']?(?:\s{0,12}:\s{0,12}|=|(?<=fail|failed|pass|passed|failures?|errors?)\s{1,3}(?=\d+(?:\/\d+|$| tests?\b| [|\]])))(\d[\d,]*)(?!\w|\.\d)(?!\s{1,8}(?:${ANY})\b(?!\s{0,4}[:=]))`
const PAIRS = new RegExp(`${NUMBER_WORD}|${WORD_NUMBER}`, 'gi')
/** The word next to a number, which has to be one of these for a count: much quicker to compile than all forms of counts, which most texts have none of. */
const BEHIND_NUMBER = /[\d,]\s+([a-z]+)/gi
const BEFORE_NUMBER = /(?<![a-z])([a-z]+)(?:\(s\))?["']?(?:\s{0,12}[:=]\s{0,12}|\s{1,3})\d/gi
/** The spellings of `failures?`, `offen[cs]es?`, `mismatch(?:es)?`. */
const spellings = (form: string): string[] => {
  const choice = /(?:\(\?:(\w+)\)|(\w))\?|\[(\w)(\w)\]/.exec(form)
  if (choice === null) return [form]
  const [all, group, letter, one, two] = choice
  const choices = one === undefined ? [group ?? letter!, ''] : [one, two!]
  return choices.flatMap((text) => spellings(form.replace(all, text)))
}
const COUNT_WORDS = new Set(
  `${ANY}|out|of|to|timed|filtered|cases|unhandled|previous|source|build|actionable|hard|soft`.split('|').flatMap(spellings),
)
const mayCount = (text: string): boolean => {
  for (const form of [BEHIND_NUMBER, BEFORE_NUMBER])
    for (const [, word] of text.matchAll(form)) if (COUNT_WORDS.has(word!.toLowerCase())) return true
  return false
}
const IS_BAD = new RegExp(`^(?:${BAD})$`, 'i')
const IS_GOOD = /^(?:pass\w*|succeeded|success\w*|ok)$/i
const IS_FOUND = new RegExp(`^(?:${FOUND})$`, 'i')

/** Durations, percentages, versions: no words of a sentence. */
const MEASURE =
  /(?<![\w])\d[\d.,:]*\s?(?:ms|s|secs?|seconds?|m|min|minutes?|h|hours?|%|wallclock secs|usr|sys|cusr|csys|CPU|[kKMG]i?B)?(?![\w])/g
/** Words that stand around counts. */
const AROUND = new Set(
  `a an and or of in on out with for from to by at after during due no the were was are is total tests test files file suites suite found ran executed result
  results ok failed failures summary time duration elapsed finished finish completed run runs build built compiled error errors success successful checks checked check done
  caught generated emitted reported passed skipped collected source previous hint stdout xfail jobs job tasks task snapshots suppressed contexts resources apply
  complete plan audited added removed up locally programs watching changes low moderate high critical checked`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
const WORDS = /[A-Za-z\u00c0-\ud7ff][\w./\\:@'`-]*/g
/** `Tests`, `Ran`, `Found`: what follows is the outcome of a run, though it counts only things. */
const LABELLED =
  /^\W{0,8}(?:added|Tests?|Test Suites|Test Files|Suites|Snapshots|Ran|Executed|Summary|Files|Results?)\b[^a-z]{0,12}[:=\d\s]/i
/** `ℹ fail 1`, `# pass 12`: the totals of TAP and node:test. */
const TAP = /^[ℹ#] (tests|suites|pass|fail|cancelled|skipped|todo) (\d+)$/
/** `3 个错误`, `エラー3個`, `1 Fehler`, `0 Warnung(en)`: a number and one word of another language. */
const LOCAL = /^(?:[^\x00-\x7f]{1,8}\s?)?(\d+)\s?[^\d\s:]{0,16}(?:\s?\(\w{1,4}\))?\.?$/

const LONGEST = 300

const tallyTap = (text: string): Tally | undefined => {
  const [, word, count] = TAP.exec(text) ?? []
  if (word === undefined) return undefined
  return (word === 'fail' || word === 'cancelled') && count !== '0' ? 'bad' : 'good'
}

/** `text` is a line without marks of the margin; `names` tells whether its words name failures or warnings in some language. */
export const tallyOf = (text: string, names: { readonly fail: boolean; readonly warn: boolean }): Tally | undefined => {
  if (text.length > LONGEST || !/\d/.test(text)) return undefined
  const tap = tallyTap(text)
  if (tap !== undefined) return tap
  if (!mayCount(text)) return tallyLocal(text, names)
  let pairs = 0
  let outcomes = 0
  let failed = 0
  let hasBad = false
  let findings = 0
  let open = false
  const rest = text.replace(PAIRS, (_all: string, n1?: string, of?: string, w1?: string, w2?: string, n2?: string) => {
    const word = (w1 ?? w2)!
    const count = Number((n1 ?? n2)!.replaceAll(',', ''))
    pairs++
    if (!NEUTRAL.test(word)) outcomes++
    if (IS_BAD.test(word)) {
      hasBad = true
      failed += count
    } else if (IS_FOUND.test(word)) findings += w2 !== undefined && !word.endsWith('s') ? 0 : count
    else if (of !== undefined && IS_GOOD.test(word)) open = true
    return ' '
  })
  if (pairs === 0) return tallyLocal(text, names)
  if (/\bfixable\b/.test(text) && !/\bproblems?\b/.test(text)) return 'good'
  let strange = 0
  for (const word of rest.replace(MEASURE, ' ').match(WORDS) ?? [])
    if (!AROUND.has(word.toLowerCase().replace(/[:.,]+$/, ''))) strange++
  if (strange > pairs) return undefined
  if (outcomes === 0 && !LABELLED.test(text)) return undefined
  if (open && !hasBad) return 'open'
  return (hasBad ? failed : findings) > 0 ? 'bad' : 'good'
}

const tallyLocal = (text: string, { fail, warn }: { readonly fail: boolean; readonly warn: boolean }): Tally | undefined => {
  if ((!fail && !warn) || /[=/\\]/.test(text)) return undefined
  const local = LOCAL.exec(text)
  if (local === null) return undefined
  return fail && Number(local[1]) > 0 ? 'bad' : 'good'
}

/** Counts of suites or files, where those of tests stand on another line. */
const OF_SUITES = /^\W{0,8}(?:Test )?(?:Suites|Files)\b/i

/**
 * How many failures the counts on a line add up to: `3 failed, 20 passed` 3, `failures=1, errors=2` 3, `12 problems (11 errors, 1
 * warning)` 11. Undefined for a line that counts none, or suites.
 */
export const failuresCounted = (text: string): number | undefined => {
  if (text.length > LONGEST || !/\d/.test(text) || OF_SUITES.test(text)) return undefined
  const tap = TAP.exec(text)
  if (tap !== null) return tap[1] === 'fail' ? Number(tap[2]) : undefined
  if (!mayCount(text)) return undefined
  let failed: number | undefined
  for (const [, n1, , w1, w2, n2] of text.matchAll(PAIRS))
    if (IS_BAD.test((w1 ?? w2)!)) failed = (failed ?? 0) + Number((n1 ?? n2)!.replaceAll(',', ''))
  return failed
}
