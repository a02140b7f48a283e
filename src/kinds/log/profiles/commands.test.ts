import { expect, it } from 'vitest'
import { createCommandTest } from './commands.ts'

it.each([
  ['pytest -q tests', 'pytest', true],
  ['cd api && python3.12 -m pytest', 'pytest', true],
  ['uv run pytest', 'pytest', true],
  ['poetry run python -m pytest', 'pytest', false],
  ['npx jest --ci', 'jest', true],
  ['pnpm exec vitest run', 'vitest', true],
  ['./gradlew test', 'gradle', true],
  ['gcc-13 -c a.c', 'gcc', true],
  ['aarch64-linux-gnu-gcc -c a.c', 'gcc', true],
  ['go test ./...', 'go test', true],
  ['go doc fmt', 'go test', false],
  ['node --test test/', 'node --test', true],
  ['node app.js', 'node --test', false],
  ['cargo +nightly nextest run', 'cargo nextest', true],
  ['docker compose exec api pytest', 'docker compose', true],
  ['pip install pytest', 'pytest', false],
  ['vim jest.config.js', 'jest', false],
  ['FOO=1 make -j4 check', 'make', true],
  [undefined, 'make', false],
])('%s names %s: %s', (command, name, named) => {
  expect(createCommandTest(command)(name)).toBe(named)
})
