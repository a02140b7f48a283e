import type { Profile } from './profile.ts'

export const vitest: Profile = {
  name: 'vitest',
  commands: ['vitest'],
  signs: [
    /^(?:RUN|DEV) {1,2}v\d+\.\d+\.\d+/,
    /^⎯{3,} Failed (?:Tests|Suites) \d+ ⎯{3,}$/,
    /^Test Files {1,2}\d+ (?:failed|passed|skipped)\b/,
    /^Vitest caught \d+ unhandled/,
  ],
  hints: [/^❯ \S{1,300}:\d+:\d+$/, /^⎯{3,}\[\d+\/\d+\]⎯/, /^[✓❯×] \S{1,300}\.(?:test|spec)\.\w{2,4} /],
  filter: { drop: [/^(?:(?:RUN|DEV) {1,2}v\d|Start at {1,2}\d|Duration {1,2}[\d.]{1,9}m?s)/] },
}
