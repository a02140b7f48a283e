import type { Profile } from './profile.ts'

export const webpack: Profile = {
  name: 'webpack',
  commands: ['webpack', 'webpack-cli', 'rspack'],
  signs: [
    /^(?:webpack|Rspack) \d[\w.]{0,20} compiled (?:successfully|with \d+ )/,
    /^ERROR in (?:\.\/\S|\S+\.\w+[ (:]|main$|\[eslint\])/,
    /^(?:asset \S{1,200} [\d.]{1,9} (?:[KMG]i)?B|runtime modules [\d.]{1,9} \w{1,6} \d+ modules?$)/,
  ],
  roles: [
    ['summary', /^(?:webpack|Rspack) \d[\w.]{0,20} compiled (?:successfully|with \d+ warnings?)(?: in| \(|$)/],
    ['failure', /^ERROR in \S/],
    ['warning', /^WARNING in \S/],
  ],
  parts: [['above', /^(?:Module (?:parse failed|not found|build failed|Error)\b|\w{0,40}Error: |You may need an )/]],
  filter: { drop: [/^(?:asset \S|runtime modules |cacheable modules |orphan modules |modules by path )/] },
}
