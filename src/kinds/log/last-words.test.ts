import { describe, expect, it } from 'vitest'
import { digest } from '../../verbs/digest.ts'

const titlesOf = (lines: readonly string[], command: string | undefined, exitCode = 60): readonly number[] | undefined =>
  digest(`${lines.join('\n')}\n`, { budget: 2000, exitCode, command }).receipt.findings.titles

describe('a command that failed and tells of no failure', () => {
  const transfer = ['* ALPN: offers h2', '* Closing connection 0', 'curl: (60) certificate problem: expired', 'More details here']

  it('failed by what it says by its own name', () => {
    expect(titlesOf(transfer, 'curl -v https://host.test | cat')).toEqual([3])
    expect(titlesOf(transfer, 'sudo /usr/bin/curl -v https://host.test')).toEqual([3])
  })

  it('but not by what another program says, nor where it went well', () => {
    expect(titlesOf(transfer, 'wget https://host.test')).toEqual([])
    expect(titlesOf(transfer, undefined)).toEqual([])
    expect(titlesOf(transfer, 'curl -v https://host.test', 0)).toEqual([])
  })

  it('nor where something else says why', () => {
    expect(titlesOf(['curl: resuming at 512', 'error: the disk is full'], 'curl -C - https://host.test')).toEqual([2])
  })

  it('else failed where it first says so, with what stands below', () => {
    const lines = [
      'error: linking with `cc` failed: exit status: 1',
      '  |',
      '  = note:  "cc" "-m64" "a.o"',
      '  = note: some arguments are omitted',
      '',
      'error: command failed with exit code 101',
    ]
    const { findings } = digest(`${lines.join('\n')}\n`, { budget: 2000, exitCode: 101 }).receipt
    expect(findings.failures).toEqual({ total: 1, shown: 1, indexed: 0 })
    expect(findings.titles).toEqual([1])
  })
})
