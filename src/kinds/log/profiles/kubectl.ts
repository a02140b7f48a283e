import type { Profile } from './profile.ts'

export const kubectl: Profile = {
  name: 'kubectl',
  commands: ['kubectl', 'oc', 'kustomize', 'minikube', 'kind'],
  signs: [
    /^\w[\w./-]{1,200} (?:created|configured|unchanged|deleted|serverside-applied|patched|scaled)$/,
    /^Error from server(?: \(\w{1,60}\))?: /,
    /^The \w{1,80} "\S{1,200}" is invalid: /,
    /^(?:error: unable to recognize |error: timed out waiting for the condition|Waiting for deployment )/,
    /^The connection to the server \S{1,200} was refused/,
  ],
  hints: [/^(?:Name|Namespace|Labels|Annotations|Status): {2,20}\S/, /^(?:Warning|Normal) {2,10}\w{1,60} {2,20}\d/],
  roles: [
    ['failure', /^(?:The \w{1,80} "\S{1,200}" is invalid: |Error from server|error: |The connection to the server )/],
    ['pass', /^\w[\w./-]{1,200} (?:created|configured|unchanged|serverside-applied)$/],
  ],
}
