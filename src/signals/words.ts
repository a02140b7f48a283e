/**
 * Words that say something about a line, in the languages that tools and their messages are localised to. A word is a
 * hint and never a verdict: line.ts decides on structure first.
 */

/** What a word hints at; a line carries the union of its words' bits. */
export const HINT = {
  /** Something went wrong: error, failed, exception. */
  fail: 1,
  /** Worse: fatal, panic, critical. */
  fatal: 2,
  /** Names a problem without calling it an error: cannot, denied, missing, timeout. */
  problem: 4,
  warn: 8,
  pass: 16,
  /** Skipped, pending, ignored. */
  skip: 32,
  /** Belongs to counts at the end of a run: tests, total, passed, summary. */
  tally: 64,
  /** Expected, actual, received, got, want. */
  compare: 128,
  /** Info, debug, trace: the level of an ordinary log line. */
  level: 256,
  /** Exit, exited, code, status. */
  exit: 512,
  /** Caused by, because, reason. */
  cause: 1024,
  /** 0, no, none, without: may negate a count. */
  none: 2048,
  /** Holds a word that ends like a class of errors: KeyError, IOException. */
  typed: 4096,
  /** Belongs to a form that tells by more than this word (`No such file or directory`): worth a look. */
  form: 8192,
} as const

type HintName = keyof typeof HINT

const WORDS: Readonly<Record<Exclude<HintName, 'typed'>, string>> = {
  fail: `error errors err fail failed fails failing failure failures exception exceptions traceback faulted crashed crash crashes
    errored mismatch mismatched segfault sigsegv sigabrt sigkill sigbus notok failedtest
    fehler fehlgeschlagen fehlschlag ausnahme erreur erreurs echec echoue exception fallo fallos falla fallido fallida excepcion
    erro erros falha falhas falhou excecao errore errori fallito fallita eccezione fout fouten mislukt uitzondering
    blad bledy niepowodzenie wyjatek hata hatasi basarisiz chyba chyby selhalo vyjimka fel misslyckades fejl mislykkedes feil
    virhe epaonnistui hiba sikertelen eroare eroarea esuat kesalahan gagal faulting`,
  fatal: `fatal panic panicked critical crit emerg emergency alert severe oomkilled aborted abort kritisch critique critico
    fataal krytyczny kernelpanic segmentation deadlock corrupted corruption keyboardinterrupt`,
  problem: `cannot unable denied refused missing invalid undefined unexpected timeout timedout unresolved unreachable unavailable
    killed rejected unhealthy unmet conflict conflicts unsupported unknown unrecognized forbidden unauthorized exceeded exhausted
    overflow leak leaked leaks lost broken nonexistent mustn couldn can doesn couldnt cant unterminated undeclared uninitialized
    unbound dangling violation violates violated incompatible ambiguous duplicate stalled backoff evicted unrecoverable
    vulnerabilities vulnerability regression regressed dropped held not impossible impossibile introuvable nelze
    crashloopbackoff imagepullbackoff errimagepull`,
  warn: 'warning warnings warn deprecated deprecation caution warnung warnungen avertissement advertencia aviso avviso waarschuwing ostrzezenie uyari varovani varning',
  pass: 'pass passed passes passing ok success successful successfully succeeded succeed done bestanden reussi exito sucesso',
  skip: 'skip skipped skipping pending ignored todo xfail xfailed disabled',
  tally:
    'tests test suites suite total summary found problems specs examples assertions checks checked ran run runs seconds elapsed duration time files targets finished completed generated packages modules result results issue issues offenses offences violations inspected flaky destroy destroyed fixable',
  compare: 'expected expect received actual got want wanted left right diff difference but instead assert assertion',
  level: 'info debug trace verbose notice information',
  exit: 'exit exited exits code status signal returned terminated',
  cause: 'caused cause because reason root due',
  form: 'such goroutine stop attempt throwing existe inexistente esistente puede',
  none: 'no none zero without never keine aucune aucun ningun sin nenhum sem nessun geen',
}

/** Words of scripts that have no spaces, or that carry marks: matched as substrings, on lines that hold non-ASCII text. */
export const SCRIPT_WORDS: readonly (readonly [word: string, hint: number])[] = [
  ...[
    'ошибк сбой исключени неудач провал помилк збій виняток грешка',
    '错误 失败 异常 錯誤 失敗 異常 報錯 报错 崩溃 崩潰 エラー 失敗 例外 異常終了 오류 실패 에러 예외',
    'échec échoué échouée erreur excepción falló exceção błąd błęd wyjątek niepowodzeni başarısız výjimk lỗi thất',
    'σφάλμα αποτυχία שגיאה נכשל خطأ فشل خطا त्रुटि विफल ข้อผิดพลาด ล้มเหลว',
  ]
    .join(' ')
    .split(' ')
    .map((word) => [word, HINT.fail] as const),
  ...'критическ фатальн 致命 严重 嚴重 致命的 치명'.split(' ').map((word) => [word, HINT.fatal] as const),
  ...'предупрежден 警告 경고 uyarı попереджен προειδοποίηση تحذير'.split(' ').map((word) => [word, HINT.warn] as const),
  ...'не удалось невозможно отказано 找不到 无法 無法 拒绝 拒絕 超时 逾時 見つかりません できません 없습니다 impossible'
    .split(' ')
    .filter((word) => word.length > 2)
    .map((word) => [word, HINT.problem] as const),
  ...'成功 通过 通過 успешно пройден 성공'.split(' ').map((word) => [word, HINT.pass] as const),
]

const MULTIPLIER = 0x01000193

/** FNV-1a over lower-cased ASCII, the hash that the scanner keeps for each word. */
export const hashWord = (word: string): number => {
  let hash = 0x811c9dc5 | 0
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), MULTIPLIER)
  return hash
}

/** Open-addressing table from word hash to hint bits: `TABLE[slot] = hash, TABLE[slot + 1] = bits`. */
const SLOTS = 2048
const TABLE = new Int32Array(SLOTS * 2)
for (const [name, words] of Object.entries(WORDS) as [Exclude<HintName, 'typed'>, string][]) {
  for (const word of words.split(/\s+/)) {
    if (word === '') continue
    const hash = hashWord(word)
    let slot = hash & (SLOTS - 1)
    while (TABLE[slot * 2 + 1] !== 0 && TABLE[slot * 2] !== hash) slot = (slot + 1) & (SLOTS - 1)
    TABLE[slot * 2] = hash
    TABLE[slot * 2 + 1] = TABLE[slot * 2 + 1]! | HINT[name]
  }
}

/** Hint bits of a word by its hash; 0 for a word that says nothing. */
export const hintOf = (hash: number): number => {
  let slot = hash & (SLOTS - 1)
  for (;;) {
    const bits = TABLE[slot * 2 + 1]!
    if (bits === 0) return 0
    if (TABLE[slot * 2] === hash) return bits
    slot = (slot + 1) & (SLOTS - 1)
  }
}
