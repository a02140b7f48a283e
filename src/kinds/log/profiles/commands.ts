/** Which tools a command line runs, through the runners that people start them with. */
import { runsOf } from '../../command.ts'

/** Programs whose words name the program that they start; `uv run`, `npx`, `bundle exec`. */
const RUNNERS = new Set(
  'npx npm pnpm pnpx yarn bun bunx deno uv uvx poetry pipenv pdm hatch rye pixi bundle python py coverage docker podman mise direnv nix rtk watchman gotestsum strace perf xvfb-run catchsegv'.split(
    ' ',
  ),
)
/** Their words before it. */
const PASSED = new Set(['run', 'exec', 'x', 'dlx', '-m', 'compose', 'tool', '--'])
/** `python3.12` is `python`, `gcc-13` is `gcc`, `x86_64-linux-gnu-gcc` is `gcc`, `gradlew.bat` is `gradle`. */
const plain = (program: string): string =>
  program
    .replace(/\.(?:exe|cmd|bat|sh)$/i, '')
    .replace(/^[a-z0-9_]+-(?:linux|apple|w64|unknown|none)-[\w-]*-(?=[a-z+]+)/, '')
    .replace(/-?\d[\d.]*$/, '')
    .replace(/^(gradle|mvn)w$/, '$1')

/** `--test` of `node --test` may stand anywhere; other options are not looked at. */
interface Named {
  readonly words: readonly string[]
  readonly options: ReadonlySet<string>
}

/** Words of a run that begin with its program, without options; then the same for what a runner starts. */
const namesOf = (program: string, words: readonly string[]): string[][] => {
  const bare = [program, ...words].map((word, i) => (i === 0 ? plain(word) : word))
  const named = [bare.filter((word, i) => i === 0 || !/^[-+]/.test(word))]
  if (!RUNNERS.has(bare[0]!)) return named
  let at = 1
  while (at < bare.length && PASSED.has(bare[at]!)) at++
  /* `docker exec -it app pytest`: a container stands before the program. */
  if (bare[0] === 'docker' || bare[0] === 'podman') while (at < bare.length && (bare[at]!.startsWith('-') || at < 3)) at++
  if (at > 1 && at < bare.length)
    named.push(bare.slice(at).map((word, i) => (i === 0 ? plain(word.replace(/^.*[\\/]/, '')) : word)))
  return named.map((list) => list.filter((word, i) => i === 0 || !/^[-+]/.test(word)))
}

/** A test for what `Profile.commands` says, of one command line. */
export const createCommandTest = (command: string | undefined): ((name: string) => boolean) => {
  const named = runsOf(command).flatMap(({ program, words }) => {
    const options = new Set(words.filter((word) => word.startsWith('-')))
    return namesOf(program, words).map((list): Named => ({ words: list, options }))
  })
  return (name) => {
    const wanted = name.split(' ')
    return named.some(({ words, options }) =>
      wanted.every((word, i) => (word.startsWith('-') ? options.has(word) : words[i] === word)),
    )
  }
}
