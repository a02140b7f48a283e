import type { Profile } from './profile.ts'

export const gitlab: Profile = {
  name: 'gitlab',
  commands: [],
  signs: [
    /^Running with gitlab-runner \d/,
    /^section_(?:start|end):\d+:\w/,
    /^ERROR: Job failed: /,
    /^Cleaning up project directory and file based variables$/,
    /^Executing "\w{1,60}" stage of the job script/,
  ],
  roles: [
    ['header', /^section_start:\d+:/],
    ['summary', /^Job succeeded$/],
  ],
  alone: [/^ERROR: Job failed: /],
  filter: {
    drop: [/^(?:section_end:\d+:|Cleaning up project directory|Preparing the "|Using (?:Docker executor|docker image))/],
  },
}
