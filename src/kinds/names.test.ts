import { describe, expect, it } from 'vitest'
import { fitAll, fitNames, groupNames, listNames, type Named, someNames } from './names.ts'

const named: readonly Named[] = [
  { name: 'src/lib/alpha.ts', note: '12' },
  { name: 'src/lib/beta.ts', note: '4' },
  { name: 'README.md', note: '1' },
]
const full = 'src/lib/alpha.ts 12, src/lib/beta.ts 4, README.md 1'
const grouped = 'src/lib/{alpha.ts 12, beta.ts 4}, README.md 1'
const bare = 'src/lib/alpha.ts, src/lib/beta.ts, README.md'

describe('names in few chars', () => {
  it('in full where they fit to the char', () => {
    expect(listNames(named, full.length)).toBe(full)
    expect(listNames(named, full.length - 1)).toBeUndefined()
    expect(listNames([], 0)).toBe('')
  })

  it('with a shared directory once, only for neighbours', () => {
    expect(groupNames(named)).toEqual(['src/lib/{alpha.ts 12, beta.ts 4}', 'README.md 1'])
    expect(groupNames([named[0]!, named[2]!, named[1]!])).toEqual(['src/lib/alpha.ts 12', 'README.md 1', 'src/lib/beta.ts 4'])
    expect(fitAll(named, full.length - 1)).toBe(grouped)
  })

  it('the first ones and how many more', () => {
    expect(someNames(named, 33)).toBe('src/lib/alpha.ts 12, 2 more')
    expect(someNames(named, 10)).toBeUndefined()
  })

  it('without notes before leaving names out', () => {
    expect(fitNames(named, bare.length)).toBe(bare)
    expect(fitNames(named, 28)).toBe('src/lib/alpha.ts, 2 more')
    expect(fitNames(named, 5)).toBeUndefined()
  })

  it('never takes more than it may', () => {
    for (let chars = 0; chars < 60; chars++) {
      for (const text of [fitNames(named, chars), fitAll(named, chars), someNames(named, chars)])
        if (text !== undefined) expect(text.length).toBeLessThanOrEqual(chars)
    }
  })
})
