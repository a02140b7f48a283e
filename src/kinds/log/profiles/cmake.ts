import type { Profile } from './profile.ts'

export const cmake: Profile = {
  name: 'cmake',
  commands: ['cmake', 'ccmake'],
  signs: [
    /^-- (?:Configuring (?:done|incomplete)|Generating done|Build files have been written to: |The (?:C|CXX) compiler identification is |Detecting (?:C|CXX) compiler ABI info)/,
    /^CMake (?:Error|Warning|Deprecation Warning)(?: \(dev\))?(?: at \S{1,300}:\d+|:)/,
    /^\[ *\d+%\] (?:Building|Linking|Built target|Generating) /,
  ],
  roles: [
    ['summary', /^-- (?:Configuring done|Generating done|Build files have been written to: )/],
    ['pass', /^\[ *\d+%\] Built target /],
  ],
  filter: { drop: [/^-- (?:Detecting \w{1,3} compiler|Check for working |Looking for |Performing Test |Check(?:ing)? )/] },
}
