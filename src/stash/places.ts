/** Where a stash lies by default. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { createFileStash, type FileStash, type FileStashOptions } from './file.ts'
import { StashError } from './stash.ts'

export const PROJECT_DIRECTORY = '.context-diet'

export const CONFIG_NAME = 'context-diet.json'

/** What only the root of a project has; a worktree's `.git` is a file. */
const ROOT_MARKS = [CONFIG_NAME, '.git']

/** The nearest directory at or above `cwd` that is the root of a project, else `cwd` itself. */
export const projectRoot = (cwd: string): string => {
  const start = resolve(cwd)
  for (let dir = start; ; dir = dirname(dir)) {
    if (ROOT_MARKS.some((mark) => existsSync(join(dir, mark)))) return dir
    if (dir === dirname(dir)) return start
  }
}

type PlaceOptions = Omit<FileStashOptions, 'dir'>

/** The stash of a project, `.context-diet/` in its root, where an agent can open the files without asking. Nothing is made before a put. */
export const openProjectStash = (cwd: string, options: PlaceOptions = {}): FileStash =>
  createFileStash({ ...options, dir: join(projectRoot(cwd), PROJECT_DIRECTORY) })

/** `$XDG_STATE_HOME/context-diet/stash`, by default `~/.local/state/context-diet/stash`; a relative value is ignored, as the XDG rules say. */
export const userStashDirectory = (env: NodeJS.ProcessEnv = process.env): string => {
  const state = env.XDG_STATE_HOME ?? ''
  if (isAbsolute(state)) return join(state, 'context-diet', 'stash')
  const home = env.HOME || homedir()
  if (!isAbsolute(home))
    throw new StashError('io', 'There is no home directory for the stash; set XDG_STATE_HOME to a directory.')
  return join(home, '.local', 'state', 'context-diet', 'stash')
}

/** The stash of the user, for the library and for what runs outside a project. */
export const openUserStash = (options: PlaceOptions = {}): FileStash => createFileStash({ ...options, dir: userStashDirectory() })
