import type { Profile } from './profile.ts'

export const make: Profile = {
  name: 'make',
  commands: ['make', 'gmake', 'mingw32-make', 'remake'],
  signs: [
    /^g?make(?:\[\d+\])?: (?:\*\*\* |Entering directory |Leaving directory |Nothing to be done for |Target |\S{1,200} is up to date)/,
  ],
  filter: { drop: [/^g?make(?:\[\d+\])?: (?:Entering|Leaving) directory /] },
}
