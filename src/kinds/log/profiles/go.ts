import type { Profile } from './profile.ts'

export const go: Profile = {
  name: 'go',
  commands: ['go test', 'go build', 'go vet', 'go run', 'go install', 'go mod', 'go get', 'gotestsum'],
  signs: [
    /^--- (?:FAIL|PASS|SKIP): \w\S{0,300} \([\d.]{1,9}s\)/,
    /^(?:ok|FAIL)\s+[\w.-]{1,100}(?:\/[\w.-]{1,100}){0,20}\s+(?:[\d.]{1,9}s|\(cached\)|\[(?:build|setup) failed\])/,
    /^\?\s+\S{1,200}\s+\[no test files\]$/,
    /^=== (?:RUN|PAUSE|CONT|NAME)\s+\w/,
    /^go: (?:finding module|downloading \S{1,200} v\d|cannot find main module|updates to go\.mod needed|\S{1,200}@v)/,
  ],
  hints: [
    /^goroutine \d+ \[[\w ,]{1,60}\]:$/,
    /^\S{1,300}\.go:\d+:\d+: /,
    /^# [\w.-]{1,100}(?:\/[\w.-]{1,100}){0,20}(?: \[\S{1,200}\])?$/,
    /^panic: /,
  ],
  roles: [
    ['summary', /^PASS$/],
    ['library', /^(?:testing|runtime|reflect|panic)[.(]/],
    [
      'failure',
      /^\S{1,300}\.go:\d+(?::\d+)?: (?:\S{1,100}: )?\S.{0,300}(?:has arg|unreachable code|should have|declared and not used|imported and not used|undefined: )/,
    ],
  ],
  /* gotestsum names the package when it is done and the tests at the end. */
  parts: [['run', /^✖ {2}\S{1,300} \((?:[\d.]{1,9}m?s|cached)\)$/]],
  same: [
    /^(panic: [^[]{1,300}?)(?: \[recovered\].{0,40})?$/,
    /^(=== FAIL: \S{1,300} (?:Test|Example|Fuzz)\S{0,300})(?: \(re-run \d{1,4}\))? /,
  ],
  filter: { drop: [/^go: downloading \S{1,200} v\d/] },
}
