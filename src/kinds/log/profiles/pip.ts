import type { Profile } from './profile.ts'

export const pip: Profile = {
  name: 'pip',
  commands: ['pip'],
  signs: [
    /^Requirement already satisfied: \S/,
    /^Installing collected packages: \S/,
    /^Successfully installed \S{1,100}-\d/,
    /^ERROR: (?:Could not find a version that satisfies|No matching distribution found|Cannot install|ResolutionImpossible|pip's dependency resolver)/,
    /^note: This (?:error originates from a subprocess|is an issue with the package mentioned above)/,
  ],
  hints: [
    /^Collecting \S/,
    /^(?:Downloading|Using cached) \S{1,200}\.(?:whl|tar\.gz)\b/,
    /^Preparing metadata \(/,
    /^Building wheels? for /,
  ],
  parts: [
    [
      'run',
      /^(?:error: (?:metadata-generation-failed|legacy-install-failure)$|× Encountered error while |ERROR: (?:ResolutionImpossible|Failed (?:building wheel|to build installable wheels)))/,
    ],
    ['above', /^(?:× |Error: |ERROR: No matching distribution found)/],
  ],
  filter: {
    drop: [
      /^(?:Collecting|Downloading|Using cached|Preparing metadata|Building wheels?|Created wheel|Stored in directory|Requirement already satisfied:|Attempting uninstall:|Found existing installation:|Uninstalling|Obtaining) ?\S/,
    ],
  },
}
