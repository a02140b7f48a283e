import type { Profile } from './profile.ts'

export const ruff: Profile = {
  name: 'ruff',
  commands: ['ruff'],
  signs: [
    /^\[\*\] \d+ fixable with the `--fix` option/,
    /^No fixes available \(\d+ hidden fix/,
    /^Would reformat: \S/,
    /^\d+ files? (?:already formatted|would be reformatted, \d+ files? already)/,
  ],
  hints: [
    /^[A-Z]{1,5}\d{2,5} (?:\[\*\] )?\S/,
    /^--> \S{1,300}\.pyi?:\d+:\d+$/,
    /^Found \d+ errors?\.$/,
    /^\S{1,300}\.pyi?:\d+:\d+: [A-Z]{1,5}\d{2,5} (?:\[\*\] )?\S/,
    /^All checks passed!$/,
  ],
  roles: [
    ['failure', /^[A-Z]{1,5}\d{3,5} (?:\[\*\] )?[A-Z`]\S/],
    ['failure', /^\S{1,300}\.(?:pyi?|ipynb):(?:cell \d+:)?\d+:\d+: (?:[A-Z]{1,5}\d{2,5} |SyntaxError: |invalid-syntax: )/],
    ['failure', /^Would reformat: \S/],
    ['failure', /^invalid-syntax: /],
    ['verdict', /^\d+ files? would be reformatted\b/],
    ['summary', /^\d+ files? (?:already formatted|left unchanged|reformatted)/],
  ],
}
