import type { Profile } from './profile.ts'

export const pyright: Profile = {
  name: 'pyright',
  commands: ['pyright', 'basedpyright'],
  signs: [/^\S{1,300}:\d+:\d+ - (?:error|warning|information): /, /^\d+ errors?, \d+ warnings?, \d+ informations? ?$/],
}
