import type { Profile } from './profile.ts'

export const black: Profile = {
  name: 'black',
  commands: ['black', 'isort'],
  signs: [/^Oh no! 💥/, /^All done! ✨/, /^would reformat \S/, /^ERROR: \S{1,300} Imports are incorrectly sorted/],
  roles: [
    ['failure', /^would reformat \S/],
    ['verdict', /^(?:\d+ files? would be reformatted\b|Oh no! 💥)/],
    ['summary', /^(?:\d+ files? (?:would be )?left unchanged\.|All done! ✨)/],
  ],
}
