import type { Profile } from './profile.ts'

export const biome: Profile = {
  name: 'biome',
  commands: ['biome'],
  signs: [
    /^\S{1,300}(?::\d+:\d+)? (?:lint|assist|parse|format|organizeImports)\S{0,80} (?: FIXABLE {1,2})?━{3,}/,
    /^(?:check|lint|format|ci) ━{10,}$/,
    /^Checked \d+ files? in [\d.]{1,9}(?:ms|s|µs)\./,
  ],
  parts: [
    ['run', /^× Some (?:errors|warnings) were emitted/],
    ['above', /^× /],
  ],
}
