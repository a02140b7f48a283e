import type { Profile } from './profile.ts'

export const pytest: Profile = {
  name: 'pytest',
  commands: ['pytest', 'py.test'],
  signs: [
    /^={3,} test session starts ={3,}$/,
    /^={3,} short test summary info ={3,}$/,
    /^={3,} (?:\d{1,7} [a-z]{1,12}, ){0,8}\d{1,7} [a-z]{1,12} in [\d.]{1,9}s\b.{0,40}={3,}$/,
    /^platform \S{1,40} -- Python \d\S{0,20}, pytest-/,
    /^INTERNALERROR> /,
  ],
  hints: [
    /^E {2,3}\S/,
    /^\S{1,300}\.py::\S{1,300} (?:PASSED|FAILED|ERROR|SKIPPED)/,
    /^\S{1,300}\.py [.FEsxX]{1,300} +\[ *\d+%\]$/,
    /^collected \d+ items?\b/,
  ],
  roles: [
    ['verdict', /^!{3,} (?:stopping after \d+ failures?|Interrupted: .{1,120}|xdist\.dsession\.Interrupted: .{1,120}) !{3,}$/],
    ['reason', /^\[XPASS\(strict\)\]/],
    ['summary', /^no tests ran in [\d.]{1,9}s$/],
  ],
  filter: { drop: [/^(?:cachedir: |plugins: |rootdir: |platform \S{1,40} -- Python|asyncio: mode=|-- Docs: https:)/] },
}
