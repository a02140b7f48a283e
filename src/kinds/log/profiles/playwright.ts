import type { Profile } from './profile.ts'

export const playwright: Profile = {
  name: 'playwright',
  commands: ['playwright'],
  signs: [
    /^Running \d+ tests? using \d+ workers?(?:, shard|$)/,
    /^\d+\) (?:\[[^\]]{1,60}\] › )?\S{1,300}:\d+:\d+ › .{1,300} ─{2,}$/,
    /^(?:npx playwright show-(?:report|trace)\b|attachment #\d+: )/,
  ],
  hints: [/^[✓✘x-] +\d+ (?:\[[^\]]{1,60}\] › )?\S{1,300}:\d+:\d+ › /],
  same: [
    /^(?:\d+\) |[✘x] +\d+ )?((?:\[[^\]]{1,60}\] › )?\S{1,200}:\d+:\d+ › .{1,250}?)(?: \(retry #\d+\))?(?: \([\d.]{1,9}m?s\))?(?: ─{1,200})?$/,
  ],
  filter: { drop: [/^(?:attachment #\d+: |Serving HTML report|To open last HTML report|Error Context: )/] },
}
