import type { Profile } from './profile.ts'

export const xcodebuild: Profile = {
  name: 'xcodebuild',
  commands: ['xcodebuild', 'xcpretty', 'xcbeautify'],
  signs: [
    /^\*\* (?:BUILD|TEST|ARCHIVE|CLEAN|ANALYZE|TEST BUILD) (?:SUCCEEDED|FAILED|INTERRUPTED) \*\*$/,
    /^The following build commands failed:$/,
    /^Command line invocation:$/,
    /^(?:CompileSwift|CompileC|Ld|CodeSign|SwiftCompile|ProcessInfoPlistFile|PhaseScriptExecution) .{1,300}\(in target /,
  ],
  hints: [/^\S{1,300}\.(?:swift|mm?|h):\d+:\d+: (?:error|warning): /],
  roles: [
    ['summary', /^\*\* (?:BUILD|TEST|ARCHIVE|CLEAN|ANALYZE|TEST BUILD) SUCCEEDED \*\*$/],
    ['verdict', /^\*\* (?:BUILD|TEST|ARCHIVE|CLEAN|ANALYZE|TEST BUILD) (?:FAILED|INTERRUPTED) \*\*$/],
  ],
  filter: {
    drop: [
      /^(?:CompileSwift|CompileC|Ld|CodeSign|SwiftCompile|SwiftDriver|CopySwiftLibs|MkDir|WriteAuxiliaryFile|RegisterExecutionPolicyException|ProcessInfoPlistFile|builtin-\w{1,40}|Touch) /,
    ],
  },
}
