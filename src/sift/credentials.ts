/**
 * Credentials in a text: a reader who needs one needs it whole, so none is ever hidden. Only what is named as a secret, has the
 * form of a known one or reads like random letters counts: ids, hashes and long names would keep every line of a log.
 */

const NAMED =
  /(?:passw(?:or)?d|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?|authorization)["']?[ \t]{0,4}[:=][ \t]{0,4}["']?(?:(?:Bearer|Basic) )?([^\s"',;]{4,400})/gi
const KNOWN = /\b(?:sk-|sk_live_|ghp_|gho_|github_pat_|glpat-|xox[abprs]-|AKIA|AIza|eyJ)[A-Za-z0-9_.-]{12,1000}/g
const RUN = /[A-Za-z0-9_-]{20,}/g
const UUID_OR_HEX = /^[0-9a-f-]+$/i

/** More random strings than this are data. */
const MANY = 16
const LONGEST = 400
/** Share of the entropy that as many different chars can have at most. */
const RANDOM = 0.85

const entropyShare = (text: string): number => {
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  if (counts.size < 2) return 0
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits / Math.log2(counts.size)
}

/** Letters of both cases and digits that follow no word pattern: most neighbours are of different classes. */
const isRandom = (run: string): boolean => {
  if (run.length > LONGEST || UUID_OR_HEX.test(run)) return false
  if (!/[a-z]/.test(run) || !/[A-Z]/.test(run) || !/[0-9]/.test(run)) return false
  const changes = run.match(/(?:[a-z][A-Z0-9]|[A-Z][0-9]|[0-9][A-Za-z])/g)?.length ?? 0
  return changes >= run.length / 6 && entropyShare(run) >= RANDOM
}

/** `password: string` is a type, `token = next()` is code and `token: read-only` a setting; a value has a digit, or a sign that no name has. */
const isValue = (value: string): boolean => /[0-9]/.test(value) || (/[^\w.:/-]/.test(value) && !/[()[\]{}<>|]/.test(value))

/** The distinct credentials of a text, in order of appearance. Linear. */
export const findCredentials = (text: string): readonly string[] => {
  const found = new Set<string>()
  for (const [, value] of text.matchAll(NAMED)) if (isValue(value!)) found.add(value!)
  for (const [value] of text.matchAll(KNOWN)) found.add(value)
  const random = new Set<string>()
  for (const [run] of text.matchAll(RUN)) if (random.size <= MANY && isRandom(run)) random.add(run)
  if (random.size <= MANY) for (const run of random) found.add(run)
  return [...found]
}
