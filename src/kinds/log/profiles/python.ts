import type { Profile } from './profile.ts'

/** Tracebacks and their chains, whatever program printed them. */
export const python: Profile = {
  name: 'python',
  commands: [],
  signs: [
    /^Traceback \(most recent call last\):$/,
    /^(?:During handling of the above exception, another exception occurred|The above exception was the direct cause of the following exception):$/,
  ],
  hints: [/^File "[^"]{1,300}", line \d+(?:, in .{1,100})?$/],
  roles: [
    ['reason', /^(?:During handling of the above exception|The above exception was the direct cause)/],
    ['library', /^File "[^"]{0,300}(?:site-packages|dist-packages|\/lib\/python\d|<frozen )/],
  ],
}
