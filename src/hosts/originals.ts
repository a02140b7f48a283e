/** How a command or a path names an original in a stash. */

const NAMED = /\.context-diet[/\\]([0-9a-f]{24})\b/g
const RETRIEVED = /\bcontext-diet\s+retrieve\b/

/** The keys of the originals that a command or a path names, each once. */
export const keysNamed = (text: string): readonly string[] => [...new Set([...text.matchAll(NAMED)].map((match) => match[1]!))]

/** Whether a command looks into the stash; its output is what the digest left out, so it is never cut again. */
export const readsOriginals = (command: string): boolean =>
  command.includes('.context-diet/') || command.includes('.context-diet\\') || RETRIEVED.test(command)

/** Whether a command pages through an original by our own program, which charges itself. */
export const retrieves = (command: string): boolean => RETRIEVED.test(command)
