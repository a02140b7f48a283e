import type { Profile } from './profile.ts'

/** Plans and applications of Terraform and OpenTofu; which resources change is what a reader wants. */
export const terraform: Profile = {
  name: 'terraform',
  commands: ['terraform', 'tofu', 'terragrunt'],
  signs: [
    /^Terraform (?:used the selected providers|will perform the following actions|has been successfully initialized)/,
    /^(?:Plan: \d+ to (?:add|import)|No changes\. Your infrastructure matches|Apply complete! Resources: |Destroy complete! Resources: )/,
    /^Initializing (?:the backend|provider plugins|modules)\.\.\./,
    /^on \S{1,200}\.tf(?:\.json)? line \d+/,
    /^OpenTofu (?:used|will perform|has been)/,
  ],
  hints: [/^[+~-] resource "\w{1,100}" "\S{1,100}" \{$/, /^# \S{1,300} (?:will be|must be) /],
  roles: [
    ['summary', /^(?:No changes\. |Apply complete! |Destroy complete! |Success! The configuration is valid)/],
    ['header', /^# \S{1,300} (?:will be|must be|has been|has changed|is tainted)/],
  ],
  filter: {
    keep: [/^# \S{1,300} (?:will be|must be|has been deleted|is tainted)/, /# forces replacement$/, /^Plan: \d+ to /],
    drop: [/\(known after apply\)$/, /: Refreshing state\.\.\./, /: Still (?:creating|destroying|modifying)\.\.\. \[/],
  },
}
