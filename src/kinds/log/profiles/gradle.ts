import type { Profile } from './profile.ts'

export const gradle: Profile = {
  name: 'gradle',
  commands: ['gradle'],
  signs: [
    /^> Task :\S/,
    /^BUILD (?:SUCCESSFUL|FAILED) in /,
    /^\* What went wrong:$/,
    /^FAILURE: Build (?:failed with an exception|completed with \d+ failures)\.$/,
    /^\d+ actionable tasks?: /,
  ],
  hints: [/^Execution failed for task '/, /^e: (?:file:\/\/)?\/?\S{1,300}\.kts?:/],
  roles: [
    ['failure', /^e: (?:file:\/\/)?\/?\S{1,300}\.kts?[: ]/],
    ['warning', /^w: (?:file:\/\/)?\/?\S{1,300}\.kts?[: ]/],
    ['reason', /^(?:A problem occurred |Execution failed for task )/],
  ],
  parts: [
    [
      'run',
      /^(?:> Task :\S{1,200} FAILED$|\* What went wrong:$|Execution failed for task |There were failing tests|> Compilation (?:error|failed))/,
    ],
  ],
  alone: [/^\* What went wrong:$/],
  filter: {
    drop: [
      /^(?:> Task :\S{1,200}(?: (?:UP-TO-DATE|NO-SOURCE|FROM-CACHE|SKIPPED))?$|> Run with --|> Get more help at |\* (?:Try|Get more help))/,
    ],
  },
}
