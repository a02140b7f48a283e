import type { Profile } from './profile.ts'

export const mypy: Profile = {
  name: 'mypy',
  commands: ['mypy', 'dmypy'],
  signs: [
    /^Found \d+ errors? in \d+ files? \(checked \d+ source files?\)$/,
    /^Success: no issues found in \d+ source files?$/,
    /^Found \d+ errors? in \d+ files? \(errors prevented further checking\)$/,
  ],
  hints: [/^\S{1,300}\.pyi?:\d+(?::\d+)?: (?:error|note): .{1,400}\[[a-z-]{3,40}\]$/, /^\S{1,300}\.pyi?:\d+(?::\d+)?: note: /],
}
