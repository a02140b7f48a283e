import type { Profile } from './profile.ts'

export const phpunit: Profile = {
  name: 'phpunit',
  commands: ['phpunit', 'pest', 'paratest', 'artisan test'],
  signs: [/^PHPUnit \d+\.\d+\.\d+ by /, /^(?:Tests: \d+, Assertions: \d+|OK \(\d+ tests?, \d+ assertions?\))/],
  hints: [
    /^There (?:was|were) \d+ (?:error|failure|risky test|warning)s?:$/,
    /^Time: [\d:.]{1,20}, Memory: /,
    /^(?:FAILURES|ERRORS)!$/,
  ],
  roles: [['verdict', /^(?:FAILURES|ERRORS)!$/]],
  filter: { drop: [/^(?:PHPUnit \d|Runtime: |Configuration: |Random Seed: )/] },
}
