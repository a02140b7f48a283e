import { describe, expect, it } from 'vitest'
import type { Ask } from '../../ladder/candidate.ts'
import { analyse } from '../../signals/analysis.ts'
import { createSource } from '../../source/source.ts'
import { findBlocks } from './blocks.ts'

const titles = (lines: readonly string[], exitCode = 1): number[] => {
  const source = createSource(`${lines.join('\n')}\n`)
  return findBlocks(source, analyse(source), { exitCode } as Ask).failures.map(({ title }) => title)
}

describe('lines that say something of a place', () => {
  const found = ['docs/a.md:3: colour ==> color', 'docs/b.md:14: flavour ==> flavor']

  it('are the failures of a command that failed and tells of no other', () => {
    expect(titles(['scanning 2 files', ...found])).toEqual([2, 3])
    expect(titles(['app.conf: line 2: Bad option: Prot', 'app.conf line 4: Bad condition'])).toEqual([1, 2])
    expect(
      titles(['Bare handle used at line 1, column 37.  See page 202.', 'Old form used at line 9, column 4.  See page 7.']),
    ).toEqual([1, 2])
  })

  it('are none where the command went well, or something else failed', () => {
    expect(titles(found, 0)).toEqual([])
    expect(titles([...found, 'error: disk full'])).toEqual([3])
  })

  it('stand under what is said of it', () => {
    const lines = [
      'naming: Plays need a name.',
      'site.yml:1',
      '',
      'modules: Use the long name.',
      'site.yml:3 Task: copy',
      '',
      'done',
    ]
    expect(titles(lines)).toEqual([1, 4])
  })
})
