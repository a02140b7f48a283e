import type { Profile } from './profile.ts'

export const cargo: Profile = {
  name: 'cargo',
  commands: ['cargo', 'rustc', 'cross', 'wasm-pack'],
  signs: [
    /^Compiling [\w-]{1,80} v\d[\w.+-]{0,40}/,
    /^Finished `?(?:dev|test|release|bench)\b.{0,80} target\(s\) in /,
    /^test result: (?:ok|FAILED)\. \d+ passed; /,
    /^error: could not compile `/,
    /^(?:error|warning)\[E\d{4}\]: /,
    /^thread '.{1,200}' (?:\(\d+\) )?panicked at /,
    /^For more information about (?:this error|an error), try `rustc --explain/,
    /^error: aborting due to (?:\d+ )?previous errors?/,
  ],
  hints: [
    /^--> \S{1,300}\.rs:\d+:\d+$/,
    /^test \S{1,300} \.\.\. (?:ok|FAILED|ignored|mismatch)$/,
    /^(?:Downloaded|Checking|Downloading|Locking) \S/,
    /^running \d+ tests?$/,
    /^= (?:note|help): /,
  ],
  roles: [['library', /^(?:\d+: (?:<?std|<?core|<?alloc|<?test|rust_begin_unwind|__rust)\b|at \/rustc\/)/]],
  inside: [{ of: 'below', start: /^(?:EXPECTED|ACTUAL OUTPUT):$/, end: /^(?:note: If the actual output|test )/ }],
  same: [/^(?:test|----) (\S{1,300}) (?:\.\.\. FAILED|stdout ----)$/],
  filter: {
    drop: [
      /^(?:(?:Compiling|Downloaded|Downloading|Checking|Fresh|Updating|Locking|Adding|Blocking|Documenting|Unpacking|Installing) \S{1,100} ?(?:v\d|\d|crates|`|to |\()|Running (?:unittests |`|tests\/)|Doc-tests \S)/,
    ],
  },
}
