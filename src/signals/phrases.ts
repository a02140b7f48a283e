/** Tables of fixed beginnings and endings: data, looked up by their first word, where a long alternation would be tried anew on each line. */

export type Phrases = ReadonlyMap<string, readonly string[]>

const firstWord = (text: string): string => {
  const end = text.indexOf(' ')
  return end < 0 ? text : text.slice(0, end)
}

/** One phrase a line; white space at the start of a line is none of the phrase. */
export const phrases = (lines: string): Phrases => {
  const table = new Map<string, string[]>()
  for (const line of lines.split('\n')) {
    const phrase = line.trimStart()
    if (phrase === '') continue
    const word = firstWord(phrase)
    table.set(word, [...(table.get(word) ?? []), phrase])
  }
  return table
}

/** Does the text begin with one of the phrases, its first word whole? */
export const beginsWith = (table: Phrases, text: string): boolean =>
  table.get(firstWord(text))?.some((phrase) => text.startsWith(phrase)) ?? false

/** What operating systems answer when they refuse, in the languages that C libraries speak. */
const ANSWERS = new Set(
  `No such file or directory|Permission denied|Operation not permitted|Connection refused|Connection reset by peer|Connection timed out
  |Is a directory|Not a directory|File exists|Directory not empty|No space left on device|Read-only file system|Too many open files
  |Cannot allocate memory|Input/output error|Broken pipe|Device or resource busy|Address already in use|Network is unreachable
  |No route to host|Exec format error|Argument list too long|not found|command not found|Text file busy|Resource temporarily unavailable
  |Datei oder Verzeichnis nicht gefunden|Keine Berechtigung|Verbindungsaufbau abgelehnt
  |Aucun fichier ou dossier de ce type|Aucun fichier ou dossier de ce nom|Permission non accordée|Connexion refusée
  |No existe el archivo o el directorio|No existe el fichero o el directorio|Permiso denegado|Conexión rehusada
  |Arquivo ou diretório inexistente|Permissão negada|File o directory non esistente|Permesso negato
  |Bestand of map bestaat niet|Toegang geweigerd|Nie ma takiego pliku ani katalogu|Brak dostępu
  |Böyle bir dosya ya da dizin yok|Erişim engellendi|Filen eller katalogen finns inte|Åtkomst nekas
  |Adresář nebo soubor neexistuje|Operace zamítnuta|Нет такого файла или каталога|Отказано в доступе|В соединении отказано
  |Немає такого файла або каталогу|没有那个文件或目录|权限不够|拒绝连接|沒有此一檔案或目錄|拒絕不符權限的操作
  |そのようなファイルやディレクトリはありません|許可がありません|接続を拒否されました|그런 파일이나 디렉터리가 없습니다|허가 거부`
    .split('|')
    .map((answer) => answer.trim()),
)

/** `cat: nope.txt: No such file or directory`: the last part of the line is what the system answered. */
export const endsInAnswer = (text: string): boolean => {
  const at = text.lastIndexOf(': ')
  if (at < 0 || text.length - at > 80) return false
  const answer = text.slice(at + 2).replace(/\.?(?: \(os error \d+\))?$/, '')
  return ANSWERS.has(answer)
}
