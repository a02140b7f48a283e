import type { Profile } from './profile.ts'

export const next: Profile = {
  name: 'next',
  commands: ['next'],
  signs: [
    /^▲ Next\.js \d+\.\d+/,
    /^> Build (?:failed because of|error occurred)/,
    /^Creating an optimized production build\b/,
    /^(?:✓ |info +- )?(?:Linting and checking validity of types|Generating static pages)/,
  ],
  roles: [
    ['verdict', /^> Build (?:failed because of|error occurred)/],
    ['failure', /^Type error: /],
    ['summary', /^✓ Compiled successfully/],
  ],
  parts: [['run', /^(?:Failed to compile\.?$|> Build (?:failed|error)|Next\.js build worker exited)/]],
}
