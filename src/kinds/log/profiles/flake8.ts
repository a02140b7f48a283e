import type { Profile } from './profile.ts'

export const flake8: Profile = {
  name: 'flake8',
  commands: ['flake8', 'pycodestyle', 'pyflakes'],
  signs: [/^\S{1,300}\.pyi?:\d+:\d+: [EWF]\d{3} \S/],
}
