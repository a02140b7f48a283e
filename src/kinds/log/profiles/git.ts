import type { Profile } from './profile.ts'

export const git: Profile = {
  name: 'git',
  commands: [
    'git merge',
    'git push',
    'git pull',
    'git fetch',
    'git clone',
    'git rebase',
    'git cherry-pick',
    'git commit',
    'git am',
    'git apply',
    'git switch',
    'git checkout',
    'git stash',
    'git revert',
    'git submodule',
  ],
  signs: [
    /^CONFLICT \([\w/ ]{1,40}\): /,
    /^Automatic merge failed; /,
    /^! \[(?:remote )?rejected\]/,
    /^error: failed to push some refs to /,
    /^remote: (?:Enumerating|Counting|Compressing|Resolving) /,
    /^(?:Auto-merging \S|Fast-forward$|Already up to date\.$|Everything up-to-date$)/,
    /^Cloning into '/,
  ],
  roles: [['summary', /^(?:Already up to date\.|Everything up-to-date)$/]],
  parts: [
    [
      'above',
      /^(?:error: failed to push some refs to |error: could not apply |fatal: Exiting because of an unresolved conflict)/,
    ],
  ],
  filter: {
    drop: [
      /^(?:(?:remote: )?(?:Enumerating|Counting|Compressing|Writing|Receiving|Resolving|Updating) (?:objects|deltas|files): |Auto-merging \S)/,
    ],
  },
}
