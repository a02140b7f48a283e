/** Words that name the level of a message: in a log's level column, and before the colon of a compiler's message. */
import { HINT, SCRIPT_WORDS } from './words.ts'

/** `note`: a remark on another message. */
export type Level = 'fail' | 'warn' | 'quiet' | 'note'

const WORDS: Readonly<Record<Level, string>> = {
  fail: `error err erro eror fatal fata ftl critical crit alert emerg emergency severe panic pani dpanic
    fehler schwerwiegend erreur fallo errore fout blad hata chyba fel fejl feil virhe hiba eroare kesalahan
    错误 錯誤 致命 严重 エラー 致命的 오류 에러 치명`,
  warn: `warn warning wrn warnung attention avertissement aviso avviso attenzione advertencia waarschuwing ostrzezenie
    varning advarsel caution 警告 경고`,
  quiet: `info inf debug debu dbg trace trac trc notice verbose information system statement context query log fine finer finest
    config 信息 資訊 调试 偵錯 情報 デバッグ 정보 디버그`,
  note: 'note hint help hinweis anmerkung bemerkung remarque nota opmerking anteckning observera uwaga poznámka 備考 附注 附註 注意 참고 примечание замечание зауваження',
}
const LEVELS = new Map<string, Level>(
  (Object.entries(WORDS) as [Level, string][]).flatMap(([level, words]) =>
    words.split(/\s+/).map((word): [string, Level] => [word, level]),
  ),
)

/** A level's own word of a script without capitals, which stand out in no other way. */
export const isBareLevel = (word: string): boolean => word.toUpperCase() === word.toLowerCase() && LEVELS.has(word)

/** Adjectives that stand behind the word in Romance languages: `erreur fatale`. */
const BEHIND = new Set(['fatale', 'fatal', 'grave', 'interne', 'interna', 'interno'])

/** The level that a word names, whatever its case and its language. */
export const levelOfWord = (word: string): Level | undefined => {
  const lower = word.toLowerCase()
  const known = LEVELS.get(lower)
  if (known !== undefined || !/[^\x00-\x7f]/.test(lower)) return known
  for (const [part, hint] of SCRIPT_WORDS) {
    if (!lower.includes(part)) continue
    if (hint === HINT.fail || hint === HINT.fatal) return 'fail'
    if (hint === HINT.warn) return 'warn'
  }
  return undefined
}

/** The level that up to four words before a colon name: `fatal error`, `Internal server error`, `erreur fatale`. */
export const levelOfPhrase = (phrase: string): Level | undefined => {
  const words = phrase.split(' ')
  const last = words[words.length - 1]!
  const level = levelOfWord(last)
  if (words.length === 1) return level
  if (level === 'fail' || (level === 'warn' && words.length === 2 && /^[A-Z]/.test(last))) return level
  return BEHIND.has(last.toLowerCase()) ? levelOfWord(words[words.length - 2]!) : undefined
}
