import type { Profile } from './profile.ts'

export const compose: Profile = {
  name: 'compose',
  commands: ['docker compose', 'docker-compose', 'podman-compose'],
  signs: [
    /^(?:Network|Volume|Container) \S{1,200} {2}(?:Creating|Created|Starting|Started|Stopping|Stopped|Removing|Removed|Recreate|Recreated|Running|Healthy|Waiting|Error)/,
    /^Attaching to \S/,
    /^\S{1,100} exited with code \d+$/,
    /^dependency failed to start: /,
  ],
  roles: [['failure', /^Container \S{1,200} {2}Error/]],
  filter: {
    drop: [
      /^(?:Network|Volume|Container) \S{1,200} {2}(?:Creating|Created|Starting|Started|Stopping|Stopped|Removing|Removed|Recreate|Recreated|Running|Healthy|Waiting)\b/,
    ],
  },
}
