import type { Profile } from './profile.ts'

export const docker: Profile = {
  name: 'docker',
  commands: ['docker build', 'docker buildx', 'docker run', 'docker pull', 'docker push', 'podman', 'buildah', 'docker'],
  signs: [
    /^#\d+ (?:\[(?:internal|[\w -]{0,40}\d+\/\d+)\]|transferring|exporting|naming to|DONE|CACHED|ERROR|sha256:)/,
    /^ERROR: failed to (?:solve|build)/,
    /^Step \d+\/\d+ : [A-Z]{3,12} /,
    /^Successfully (?:built [0-9a-f]{12}|tagged \S)/,
    /^\[\+\] Building [\d.]{1,9}s \(\d+\/\d+\)/,
    /^docker: Error response from daemon: /,
    /^\[internal\] load (?:build definition|metadata|build context|\.dockerignore)/,
    /^(?:transferring (?:dockerfile|context): |naming to \S{1,200}(?: done)?$)/,
  ],
  roles: [
    [
      'summary',
      /^(?:(?:#\d+ )?naming to \S{1,200} done$|Successfully (?:built [0-9a-f]{12}|tagged \S)|\[\+\] Building [\d.]{1,9}s .{0,20}FINISHED)/,
    ],
    ['failure', /^#\d+ ERROR: /],
    ['reason', /^\d+ \| >>> /],
  ],
  parts: [
    ['run', /^(?:ERROR: failed to (?:solve|build)|failed to solve: )/],
    ['above', /^> \[[\w -]{0,40}\d+\/\d+\] /],
  ],
  filter: { drop: [/^#\d+ (?:DONE |CACHED|transferring |sha256:|extracting |resolve |exporting |writing )/] },
}
