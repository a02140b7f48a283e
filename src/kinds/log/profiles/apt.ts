import type { Profile } from './profile.ts'

export const apt: Profile = {
  name: 'apt',
  commands: ['apt-get', 'apt', 'dpkg', 'aptitude'],
  signs: [
    /^Reading package lists\.\.\./,
    /^E: (?:Unable to (?:locate|correct|fetch)|Package |Sub-process |Failed to fetch|Version )/,
    /^(?:dpkg: error processing|Setting up \S{1,100} \(|Selecting previously unselected package |Processing triggers for )/,
    /^\d+ upgraded, \d+ newly installed, \d+ to remove and \d+ not upgraded\.$/,
    /^(?:Get|Hit|Ign|Err):\d+ http/,
  ],
  roles: [
    ['summary', /^\d+ upgraded, \d+ newly installed, \d+ to remove/],
    ['failure', /^(?:E|Err(?=:\d)): ?\S/],
  ],
  parts: [
    ['run', /^E: (?:Sub-process |Unable to fetch some archives|Some index files failed)/],
    ['above', /^E: Unable to correct problems/],
    ['below', /^Job for \S{1,200} failed because /],
    ['above', /^Errors were encountered while processing/],
  ],
  filter: {
    drop: [
      /^(?:Reading (?:package lists|state information)|Building dependency tree|Get:\d+ |Hit:\d+ |Selecting previously unselected|Preparing to unpack|Unpacking \S|Setting up \S|Processing triggers for|\(Reading database|Fetched \d|Need to get |debconf: delaying)/,
    ],
  },
}
