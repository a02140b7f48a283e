import type { Profile } from './profile.ts'

/** `CONFLICT (content): …`, in every language a word in capitals, or of a script without them, and the sort in brackets. */
const CONFLICT =
  /^(?!WARN|NOTE|INFO|HINT|DEBUG|ERROR|TODO)(?:[A-Z\u00c0-\u00de\u0391-\u03a9\u0410-\u042f]{4,16}|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{2,6})\s?[(（][^()（）]{1,60}[)）]\s?[:：]\s?\S/
/** `Could not apply 1b41d03... subject`; old versions write the same of where HEAD is. */
const NOT_APPLIED = /^(?!.{0,40}\bHEAD\b)[^.]{1,60}\b[0-9a-f]{7,40}\.\.\. \S/

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
    /^(?:CONFLIT|CONFLICTE|CONFLICTO|CONFLITTO|KONFLIKT|КОНФЛИКТ|КОНФЛІКТ|ÇAKIŞMA|XUNG ĐỘT|冲突|衝突|충돌)\s?[(（][^()（）]{1,60}[)）]\s?[:：]/,
  ],
  roles: [
    ['failure', CONFLICT],
    ['failure', NOT_APPLIED],
    ['summary', /^(?:Already up to date\.|Everything up-to-date)$/],
  ],
  fails: [CONFLICT, NOT_APPLIED],
  parts: [
    ['above', /^(?:error: failed to push some refs to |fatal: Exiting because of an unresolved conflict)/],
    ['above', NOT_APPLIED],
  ],
  filter: {
    drop: [
      /^(?:(?:remote: )?(?:Enumerating|Counting|Compressing|Writing|Receiving|Resolving|Updating) (?:objects|deltas|files): |Auto-merging \S)/,
    ],
  },
}
