import type { Profile } from './profile.ts'

/** Stack traces of the Java virtual machine and their causes, whatever printed them. */
export const jvm: Profile = {
  name: 'jvm',
  commands: [],
  signs: [
    /^Exception in thread "[^"]{1,100}" [\w.$]{1,200}/,
    /^Caused by: [\w.$]{1,200}(?:Exception|Error)\b/,
    /^# A fatal error has been detected by the Java Runtime Environment/,
  ],
  hints: [
    /^at (?:\w[\w.$]{0,200}\/)?[\w.$<>]{1,300}\((?:[\w$]{1,80}\.(?:java|kt|scala|groovy):\d+|Native Method|Unknown Source)\)/,
    /^\.\.\. \d+ (?:more|common frames omitted)$/,
  ],
  roles: [
    ['reason', /^(?:Caused by|Suppressed): /],
    [
      'library',
      /^at (?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|scala|groovy|org\.(?:junit|gradle|springframework|apache|hibernate|codehaus|mockito|assertj|hamcrest|testng|jetbrains|eclipse)|io\.netty|reactor)[./]/,
    ],
  ],
}
