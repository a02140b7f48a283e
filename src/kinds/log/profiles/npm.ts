import type { Profile } from './profile.ts'

export const npm: Profile = {
  name: 'npm',
  commands: [
    'npm install',
    'npm ci',
    'npm i',
    'npm run',
    'npm test',
    'npm t',
    'npm publish',
    'npm exec',
    'npm update',
    'npm run-script',
    'npm start',
    'npm build',
  ],
  signs: [
    /^npm (?:error|ERR!|warn|WARN|notice) /,
    /^added \d+ packages?(?:, (?:and )?(?:removed|changed|audited) \d+ packages?){0,4} in [\d.]{1,9}m?s$/,
    /^up to date(?:, audited \d+ packages?)? in [\d.]{1,9}m?s$/,
    /^\d+ packages are looking for funding$/,
  ],
  hints: [/^found 0 vulnerabilities$/, /^> \S{1,200}@\d\S{0,60} \S/],
  roles: [
    [
      'summary',
      /^(?:(?:added|removed|changed) \d+ packages?\b.{0,100} in [\d.]{1,9}m?s$|up to date\b.{0,60} in [\d.]{1,9}m?s$|found 0 vulnerabilities$)/,
    ],
  ],
  parts: [['run', /^npm (?:error|ERR!) (?:code ELIFECYCLE|Lifecycle script|command failed|command (?:sh|cmd) )/]],
  filter: { drop: [/^(?:npm notice\b|(?:\d+ packages are looking for funding|run `npm fund` for details)$)/] },
}
