import type { Profile } from './profile.ts'

export const yarn: Profile = {
  name: 'yarn',
  commands: ['yarn', 'yarnpkg'],
  signs: [
    /^yarn (?:run|install|add) v\d+\.\d+\.\d+/,
    /^➤ YN\d{4}: /,
    /^info Visit https:\/\/\S{1,200} for documentation about this command\.$/,
    /^success Saved lockfile\.$/,
    /^\[\d\/\d\] (?:🔍 |🚚 |🔗 |🔨 )? ?(?:Resolving packages|Fetching packages|Linking dependencies|Building fresh packages)\.\.\./,
  ],
  roles: [
    [
      'failure',
      /^➤ YN\d{4}: │ .{1,400}(?:No candidates found|couldn't be built successfully|lockfile would have been modified|Bad response|RequestError|\b(?:Network|Usage|Internal) Error|: Invalid |\bNot found\b)/,
    ],
    ['summary', /^(?:➤ YN\d{4}: · Done (?:in|with warnings in) |✨ {1,2}Done in |Done in [\d.]{1,9}s\.$)/],
  ],
  parts: [['run', /^error Command failed with exit code \d/]],
  filter: { drop: [/^➤ YN\d{4}: (?:┌|└|·) ?(?:Resolution|Fetch|Link|Post-resolution|Completed|Yarn|Project)/] },
}
