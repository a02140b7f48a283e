import type { Profile } from './profile.ts'

export const npmAudit: Profile = {
  name: 'npm-audit',
  commands: ['npm audit'],
  signs: [/^# npm audit report$/],
  roles: [
    ['failure', /^\S.{2,300} - https?:\/\/\S{1,200}\/GHSA-[\w-]{4,30}$/],
    ['reason', /^Severity: (?:low|moderate|high|critical)/],
    ['verdict', /^\d+ (?:(?:low|moderate|high|critical) severity )?vulnerabilit(?:y|ies)\b/],
  ],
  parts: [['below', /^Severity: /]],
}
