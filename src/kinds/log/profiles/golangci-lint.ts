import type { Profile } from './profile.ts'

export const golangciLint: Profile = {
  name: 'golangci-lint',
  commands: ['golangci-lint'],
  signs: [
    /^\* [a-z]{2,30}: \d+$/,
    /^\S{1,300}\.go:\d+(?::\d+)?: .{1,500} \((?:errcheck|staticcheck|gosimple|govet|unused|ineffassign|typecheck|gofmt|goimports|gofumpt|revive|gocritic|gosec|misspell|lll|unparam|unconvert|bodyclose|dupl|goconst|gocyclo|stylecheck|nolintlint|[a-z]{4,30}lint)\)$/,
    /^level=\w{3,7} msg="\[(?:config_reader|runner|linters_context|lintersdb)/,
  ],
  hints: [/^\d+ issues[:.]$/],
  roles: [
    ['summary', /^0 issues\.$/],
    ['verdict', /^\d+ issues:$/],
    ['failure', /^\S{1,300}\.go:\d+(?::\d+)?: .{1,500} \([a-z]{2,30}\)$/],
  ],
}
