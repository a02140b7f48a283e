import type { Profile } from './profile.ts'

export const githubActions: Profile = {
  name: 'github-actions',
  commands: ['act'],
  signs: [
    /^##\[(?:group|endgroup|error|warning|notice|debug|command|section)\]/,
    /^::(?:group|endgroup|error|warning|notice|debug|set-output|add-mask)\b/,
    /^Current runner version: '/,
    /^Complete job name: /,
  ],
  filter: { drop: [/^(?:##\[endgroup\]$|::endgroup::$|shell: \S|\[command\]\/usr\/bin\/git |Post job cleanup\.$)/] },
}
