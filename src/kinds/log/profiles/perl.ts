import type { Profile } from './profile.ts'

/** What Perl warns of and goes on; the message of `die` has the same form. */
const WARNS = String.raw`(?:Use of uninitialized value|Useless use of|Argument ".{0,100}" isn't numeric|Subroutine \S{1,80} redefined|Prototype mismatch|Odd number of elements|Deep recursion on|Wide character in|Name ".{1,100}" used only once|Scalar value |Possible |Found = in|Unquoted string|Statement unlikely|Smartmatch is|given is|when is|"(?:my|our|state)" variable|isn't numeric|Reversed |Misplaced |Negative repeat|Unsuccessful |print \()`

export const perl: Profile = {
  name: 'perl',
  commands: ['perl', 'prove'],
  signs: [
    /^Execution of \S{1,300} aborted due to compilation errors\.$/,
    /^BEGIN failed--compilation aborted at /,
    /^Use of uninitialized value .{0,200} at \S{1,300} line \d+\.$/,
    /^Global symbol ".{1,100}" requires explicit package name/,
  ],
  hints: [/ at \S{1,300}\.p[lm] line \d+\.$/, / called at \S{1,300}\.p[lm] line \d+$/],
  roles: [
    ['warning', new RegExp(String.raw`^${WARNS}.{0,300} at \S{1,300} line \d+[.,]`)],
    [
      'failure',
      /^(?:Global symbol|Bareword|Can't|Missing right|Unmatched|Undefined subroutine|Type of arg|Not enough arguments|Too many arguments|Unrecognized character|Illegal declaration|No such class) .{1,300} at \S{1,300} line \d+[.,]/,
    ],
    ['verdict', /^(?:Execution of \S{1,300} aborted due to compilation|\S{1,300} had (?:too many|compilation)) errors\.$/],
  ],
  parts: [['run', /^BEGIN failed--compilation aborted at /]],
  alone: [new RegExp(String.raw`^(?!${WARNS}).{1,300} at \S{1,300} line \d+\.$`)],
}
