import { describe, expect, it } from 'vitest'
import { createSource } from '../../source/source.ts'
import { LINE, parseDiff } from './parse.ts'

const parse = (...lines: readonly string[]) => parseDiff(createSource(`${lines.join('\n')}\n`))
const names = (...lines: readonly string[]): string[] => parse(...lines).files.map(({ name }) => name)

const NAME_OF = Object.fromEntries(Object.entries(LINE).map(([name, code]) => [code, name]))
const roles = (...lines: readonly string[]): string[] => [...parse(...lines).roles].map((code) => NAME_OF[code]!)

describe('roles', () => {
  it('reads a file of git with its header, hunk and missing line end', () => {
    expect(
      roles(
        'diff --git a/x.ts b/x.ts',
        'index 1..2 100644',
        '--- a/x.ts',
        '+++ b/x.ts',
        '@@ -1,2 +1,2 @@ f()',
        ' one',
        '-two',
        '+2',
        '\\ No newline at end of file',
      ),
    ).toEqual(['file', 'header', 'old', 'new', 'hunk', 'context', 'removed', 'added', 'eof'])
  })

  it('takes a removed line that begins with two dashes for a removed line', () => {
    /* An SQL comment `-- drop` that is removed is printed `--- drop`; an added `++ x` is printed `+++ x`. */
    expect(
      roles(
        '--- a.sql',
        '+++ b.sql',
        '@@ -1,2 +1,2 @@',
        '--- drop',
        '+++ keep',
        ' select',
        '--- c.sql',
        '+++ d.sql',
        '@@ -1 +1 @@',
        '-a',
        '+b',
      ),
    ).toEqual(['file', 'new', 'hunk', 'removed', 'added', 'context', 'file', 'new', 'hunk', 'removed', 'added'])
  })

  it('reads both columns of a combined diff', () => {
    expect(roles('diff --cc m.ts', '@@@ -1,2 -1,2 +1,3 @@@ f', '  same', '++<<<<<<<', ' +ours', '- theirs')).toEqual([
      'file',
      'hunk',
      'context',
      'added',
      'added',
      'removed',
    ])
  })

  it('keeps lines behind a hunk whose header counts too few with the hunk', () => {
    const { hunkTo, hunkFrom } = parse('--- a', '+++ b', '@@ -1,1 +1,1 @@', '-x', '+y', '+z', ' c')
    expect([hunkFrom, hunkTo]).toEqual([[3], [7]])
  })

  it('ends a hunk whose header counts too many where the next file begins', () => {
    expect(names('--- a.c', '+++ a.c', '@@ -1,9 +1,9 @@', '-x', '+y', '--- b.c', '+++ b.c', '@@ -1 +1 @@', '-x', '+y')).toEqual([
      'a.c',
      'b.c',
    ])
  })

  it('ends a hunk whose header counts one side wrong, too', () => {
    expect(names('--- a.c', '+++ a.c', '@@ -1,1 +1,2 @@', '-x', '+y', '--- b.c', '+++ b.c', '@@ -1 +1 @@', '-x', '+y')).toEqual([
      'a.c',
      'b.c',
    ])
  })

  it('sorts a commit into its line, its meta lines, and the first line of its message', () => {
    const { commits } = parse(
      'commit 0123456789abcdef0123456789abcdef01234567',
      'Author: A <a@example.com>',
      'Date:   Mon Mar 2 10:00:00 2026 +0000',
      '',
      '    Subject',
      '',
      '    Body',
      '',
      'diff --git a/x b/x',
      '--- a/x',
      '+++ b/x',
      '@@ -1 +1 @@',
      '-a',
      '+b',
    )
    expect(commits).toEqual([{ line: 1, subject: 5 }])
  })

  it('knows the bytes of a binary patch', () => {
    expect(
      roles(
        'diff --git a/i.png b/i.png',
        'index 1..2',
        'GIT binary patch',
        'literal 10',
        'zcmZQz',
        '',
        'diff --git a/y b/y',
        'old mode 100644',
        'new mode 100755',
      ).slice(2, 5),
    ).toEqual(['status', 'data', 'data'])
  })

  it('sees through colours and CRLF', () => {
    const { roles: codes } = parseDiff(
      createSource(
        '\u001b[1mdiff --git a/x b/x\u001b[m\r\n\u001b[36m@@ -1 +1 @@\u001b[m\r\n\u001b[31m-a\u001b[m\r\n\u001b[32m+\u001b[m\u001b[32mb\u001b[m\r\n',
      ),
    )
    expect([...codes].map((code) => NAME_OF[code])).toEqual(['file', 'hunk', 'removed', 'added'])
  })
})

describe('names', () => {
  it.each<[string, string, readonly string[]]>([
    ['a name with spaces', 'my dir/a b.ts', ['diff --git a/my dir/a b.ts b/my dir/a b.ts']],
    ['no prefixes', 'src/a.ts', ['diff --git src/a.ts src/a.ts']],
    ['a quoted name in octal bytes', 'é.txt', ['diff --git "a/\\303\\251.txt" "b/\\303\\251.txt"']],
    ['the new name of a renamed file', 'new.md', ['diff --git a/old.md b/new.md', 'rename from old.md', 'rename to new.md']],
    ['the old name of a deleted file', 'gone.ts', ['diff --git a/gone.ts b/gone.ts', '--- a/gone.ts', '+++ /dev/null']],
    ['the new name of a pair', 'lib/b.c', ['--- a/lib/a.c\t2026-01-01 10:00', '+++ b/lib/b.c\t2026-01-02 10:00', '@@ -1 +1 @@']],
    ['the name of a new file in a pair', 'n.c', ['--- /dev/null', '+++ b/n.c', '@@ -0,0 +1 @@']],
    [
      'Subversion',
      'trunk/x.c',
      ['Index: trunk/x.c', '='.repeat(67), '--- trunk/x.c\t(revision 1)', '+++ trunk/x.c\t(working copy)', '@@ -1 +1 @@'],
    ],
    ['diff -r', 'b/x.c', ['diff -ru a/x.c b/x.c', '--- a/x.c', '+++ b/b/x.c', '@@ -1 +1 @@']],
    ['a file that only one side has', 'src/only.ts', ['Only in src: only.ts']],
    ['a binary pair', 'logo.png', ['Binary files a/logo.png and b/logo.png differ']],
  ])('%s', (_, name, lines) => {
    expect(names(...lines)).toEqual([name])
  })
})

describe('counts', () => {
  it('counts added and removed lines up to each line', () => {
    const { added, removed } = parse('--- a', '+++ a', '@@ -1,3 +1,3 @@', '-1', '-2', '+3', ' 4', '+5')
    expect([...added]).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 2])
    expect([...removed]).toEqual([0, 0, 0, 0, 1, 2, 2, 2, 2])
  })
})
