import type { Profile } from './profile.ts'

export const maven: Profile = {
  name: 'maven',
  commands: ['mvn'],
  signs: [
    /^\[INFO\] (?:Scanning for projects\.\.\.|BUILD (?:SUCCESS|FAILURE)|Reactor (?:Build Order|Summary)\b|Building \S{1,100} \d)/,
    /^\[INFO\] -{3,}< \S{1,200} >-{3,}$/,
    /^\[ERROR\] Failed to execute goal /,
    /^\[INFO\] --- \S{1,200} @ \S/,
  ],
  hints: [/^\[(?:INFO|WARNING|ERROR)\] ?/],
  alone: [
    /^\[ERROR\] (?:Failed to execute goal|Non-resolvable|The project .{1,200} has \d+ errors?|Unknown lifecycle phase|Could not)/,
  ],
  filter: {
    drop: [
      /^(?:\[INFO\] (?:Scanning for projects|Total time: |Finished at: |--- \S|Download(?:ing|ed) from |Final Memory: |T E S T S|Results:)|\[INFO\]$|Download(?:ing|ed) from )/,
    ],
  },
}
