import type { Profile } from './profile.ts'

export const rollup: Profile = {
  name: 'rollup',
  commands: ['rollup', 'tsup', 'tsdown', 'rolldown'],
  signs: [
    /^created \S{1,200} in [\d.]{1,9}(?:ms|s)$/,
    /^\[!\] (?:\(|\w{1,40}Error: )/,
    /^(?:CLI|ESM|CJS|DTS) (?:Build (?:start|failed)|⚡️ Build success)/,
  ],
  roles: [
    ['summary', /^created \S{1,200} in [\d.]{1,9}(?:ms|s)$/],
    ['summary', /⚡️ Build success/],
    ['failure', /^\[!\] /],
  ],
  parts: [['run', /^(?:(?:CLI|ESM|CJS|DTS) Build failed$|Error: Build failed\b)/]],
}
