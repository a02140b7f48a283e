import { describe, expect, it } from 'vitest'
import { createSource } from '../../source/source.ts'
import { type Form, LINE, parseListing } from './parse.ts'

const parse = (form: Form, ...lines: readonly string[]) => {
  const source = createSource(`${lines.join('\n')}\n`)
  const listing = parseListing(source, form)
  const rows = lines.map((line, i) => ({
    role: Object.entries(LINE).find(([, code]) => code === listing.roles[i])![0],
    dir: listing.dirs[listing.dir[i]!],
    name: line.slice(listing.name[i]!),
    needs: listing.needs[i],
  }))
  return rows
}

describe('parseListing', () => {
  it('paths: directory and name of each line, behind columns', () => {
    expect(parse('paths', '-rw-r--r-- 12 src/lib/a.ts', '-rw-r--r-- 7 README.md', 'find: x: Permission denied')).toEqual([
      { role: 'entry', dir: 'src/lib', name: 'a.ts', needs: 0 },
      { role: 'entry', dir: '', name: 'README.md', needs: 0 },
      { role: 'other', dir: undefined, name: 'find: x: Permission denied', needs: 0 },
    ])
  })

  it('sections: entries below the name of their directory need it', () => {
    expect(parse('sections', 'src:', 'total 8', 'a.ts', 'lib', '', 'src/lib:', 'b.ts')).toEqual([
      { role: 'dir', dir: 'src', name: 'src:', needs: 0 },
      { role: 'meta', dir: 'src', name: 'total 8', needs: 1 },
      { role: 'entry', dir: 'src', name: 'a.ts', needs: 1 },
      { role: 'entry', dir: 'src', name: 'lib', needs: 1 },
      { role: 'other', dir: undefined, name: '', needs: 0 },
      { role: 'dir', dir: 'src/lib', name: 'src/lib:', needs: 0 },
      { role: 'entry', dir: 'src/lib', name: 'b.ts', needs: 6 },
    ])
  })

  it('E7: totals and dates in other languages', () => {
    const rows = parse(
      'long',
      'insgesamt 48',
      '-rw-r--r-- 1 dev dev 12  1. Mär 10:00 a.ts',
      '-rw-r--r-- 1 dev dev 12 3月   1 10:00 b.ts',
      '-rw-r--r-- 1 dev dev 12 mars   1 10:00 c d.ts',
    )
    expect(rows.map(({ role, name }) => [role, name])).toEqual([
      ['meta', 'insgesamt 48'],
      ['entry', 'a.ts'],
      ['entry', 'b.ts'],
      ['entry', 'c d.ts'],
    ])
  })

  it('tree: each line needs the one that it hangs from', () => {
    const rows = parse(
      'tree',
      'app',
      '├── src',
      '│   ├── a.ts',
      '│   └── lib',
      '│       └── b.ts',
      '└── c.md',
      '',
      '2 directories, 3 files',
    )
    expect(rows.map(({ dir, needs }) => [dir, needs])).toEqual([
      ['', 0],
      ['app', 1],
      ['app/src', 2],
      ['app/src', 2],
      ['app/src/lib', 4],
      ['app', 1],
      [undefined, 0],
      [undefined, 0],
    ])
    expect(rows.at(-1)!.role).toBe('summary')
  })

  it('tree: packages are named without what is said of them', () => {
    const rows = parse('tree', 'shop@1.0.0 /srv/shop', '├─┬ koa@2.0.0 extraneous', '│ └── debug@4.0.0 deduped')
    expect(rows.map(({ dir }) => dir)).toEqual(['', '', 'koa@2.0.0'])
  })

  it('status: paths need the heading of their section', () => {
    const rows = parse(
      'status',
      'On branch main',
      '',
      'Untracked files:',
      '  (use "git add <file>..." to include)',
      '\tout/a.tmp',
      '\tb.tmp',
    )
    expect(rows.map(({ role, dir, name, needs }) => [role, dir, name, needs])).toEqual([
      ['other', undefined, 'On branch main', 0],
      ['other', undefined, '', 0],
      ['dir', undefined, 'Untracked files:', 0],
      ['meta', undefined, '  (use "git add <file>..." to include)', 0],
      ['entry', 'untracked files: out', 'a.tmp', 3],
      ['entry', 'untracked files: .', 'b.tmp', 3],
    ])
  })
})
