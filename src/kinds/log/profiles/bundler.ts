import type { Profile } from './profile.ts'

export const bundler: Profile = {
  name: 'bundler',
  commands: ['bundle', 'bundler', 'gem'],
  signs: [
    /^Bundle complete! \d+ Gemfile/,
    /^Fetching gem metadata from /,
    /^An error occurred while installing \S/,
    /^Gem::Ext::BuildError: /,
    /^Could not find (?:compatible versions|gem '|\S{1,100} in (?:any of the sources|locally installed))/,
    /^Your bundle is locked to /,
  ],
  hints: [/^(?:Using|Installing|Fetching) \S{1,100} \d[\w.]{0,30}(?: with native extensions)?$/],
  roles: [['summary', /^(?:Bundle complete!|Bundle updated!|The Gemfile's dependencies are satisfied)/]],
  parts: [
    [
      'above',
      /^(?:ERROR: {1,2}\S|\*\*\* extconf\.rb failed|An error occurred while installing |extconf failed|make failed|Could not create Makefile)/,
    ],
  ],
  filter: { drop: [/^(?:Using|Fetching|Installing) \S{1,100} \d[\w.]{0,30}(?: with native extensions)?$/] },
}
