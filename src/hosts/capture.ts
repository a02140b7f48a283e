/**
 * Capture: for a failing command some hosts cut the output and keep no copy. A captured command writes its output to a file as well, with the same
 * exit code. Pure; it decides and writes the shell text, nothing else.
 */

/** Programs that test, build, lint or install; what they print is worth a file. */
const PROGRAMS = new Set(
  (
    'npm pnpm yarn bun npx vitest jest mocha ava tap playwright cypress tsc eslint biome prettier webpack rollup vite esbuild next nx turbo lerna ' +
    'node deno pytest py.test python python3 tox nox unittest ruff mypy pyright flake8 pylint pip pip3 uv poetry pdm ' +
    'go golangci-lint gotestsum cargo rustc make gmake cmake ctest ninja meson bazel buck2 gcc g++ clang clang++ cc ' +
    'mvn mvnw ./mvnw gradle gradlew ./gradlew ant sbt javac kotlinc dotnet msbuild swift xcodebuild ' +
    'rspec rake bundle rubocop phpunit composer phpstan pest mix elixir rebar3 stack cabal ' +
    'docker docker-compose podman helm terraform tofu pulumi ansible-playbook pre-commit just task'
  ).split(' '),
)

/** Programs above that start others or talk to a person; only these words behind them make a run of tests or a build. */
const RUNS =
  /\b(?:test|tests|check|build|lint|compile|run|ci|install|verify|package|vet|clippy|nextest|bench|exec|typecheck|tsc|plan|apply|up|audit)\b/

/** Never ends by itself, or asks. */
const WATCHES =
  /(?:^|\s)(?:--watch\b|--watchAll\b|--ui\b|--inspect\b|-w(?=\s|$)|-i(?=\s|$)|--interactive\b)|\b(?:watch|dev|serve|start|preview|repl|shell|attach|logs)\b/

/** Anything but one plain command: pipes, redirections, several commands, background jobs, substitutions, groups, line ends. */
const NOT_PLAIN = /[|<>&;`\n\r(){}]|\$\(|(?:^|\s)#|(?:^|\s)!/

/** Inside quotes these are only characters. */
const withoutQuoted = (command: string): string | undefined => {
  let bare = ''
  for (let at = 0; at < command.length; at++) {
    const char = command[at]!
    if (char === '\\') {
      at++
      bare += '_'
    } else if (char === "'" || char === '"') {
      const end = command.indexOf(char, at + 1)
      if (end < 0) return undefined
      const quoted = command.slice(at + 1, end)
      // Double quotes let substitutions and escapes through.
      if (char === '"' && /[`\\]|\$\(/.test(quoted)) return undefined
      bare += '_'
      at = end
    } else bare += char
  }
  return bare
}

const ASSIGNMENT = /^\w+=\S*$/

const programIn = (words: readonly string[]): { readonly program: string; readonly rest: string } => {
  const at = words.findIndex((word) => !ASSIGNMENT.test(word) && word !== 'time' && word !== 'env')
  const word = words[at] ?? ''
  return { program: word.startsWith('./') ? word : word.slice(word.lastIndexOf('/') + 1), rest: words.slice(at + 1).join(' ') }
}

/** Told by their name alone. */
const STARTERS = new Set(
  'npm pnpm yarn bun npx node deno python python3 go docker docker-compose podman swift bundle mix dotnet uv poetry pdm'.split(
    ' ',
  ),
)

/** Whether the output of a command is captured. `background`: the host runs it beside the conversation. */
export const isCaptured = (command: string, background: boolean): boolean => {
  if (background || command.length > 4000 || /#\s*diet:off\b/.test(command)) return false
  const bare = withoutQuoted(command.trim())
  if (bare === undefined || bare === '' || NOT_PLAIN.test(bare) || WATCHES.test(bare)) return false
  const { program, rest } = programIn(bare.split(/\s+/))
  if (!PROGRAMS.has(program)) return false
  return !STARTERS.has(program) || RUNS.test(rest) || program === 'node' || /^python3?$/.test(program)
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/**
 * The command with its output also in `file`. The exit code is the command's: `pipefail` is for bash and zsh, and the copy itself never fails. A file
 * that cannot be written costs nothing but the copy.
 */
export const captureCommand = (command: string, file: string): string =>
  `set -o pipefail; { ${command.trim()}\n} 2>&1 | { tee -- ${quote(file)} 2>/dev/null || cat; }`
