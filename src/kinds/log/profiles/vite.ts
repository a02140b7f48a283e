import type { Profile } from './profile.ts'

export const vite: Profile = {
  name: 'vite',
  commands: ['vite'],
  signs: [
    /^vite v\d+\.\d+\.\d+ building /,
    /^VITE v\d+\.\d+\.\d+ /,
    /^✓ \d+ modules? transformed\.$/,
    /^error during build:$/,
    /^\[vite(?::[\w-]{1,60})?\]/,
  ],
  roles: [['summary', /^✓ built in [\d.]{1,9}m?s$/]],
  parts: [
    ['run', /^(?:[x✗✘] )?Build failed in [\d.]{1,9}m?s$/],
    ['below', /^error during build:$/],
  ],
  filter: { drop: [/^(?:transforming\b|rendering chunks|computing gzip size)/] },
}
