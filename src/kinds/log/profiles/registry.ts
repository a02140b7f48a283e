/** All profiles; adding one is one file and one line here. Where two tools print a line, the first one says what it is. */
import { ansible } from './ansible.ts'
import { apt } from './apt.ts'
import { ava } from './ava.ts'
import { bats } from './bats.ts'
import { biome } from './biome.ts'
import { black } from './black.ts'
import { bun } from './bun.ts'
import { bundler } from './bundler.ts'
import { cargo } from './cargo.ts'
import { clang } from './clang.ts'
import { cmake } from './cmake.ts'
import { compose } from './compose.ts'
import { composer } from './composer.ts'
import { ctest } from './ctest.ts'
import { cucumber } from './cucumber.ts'
import { cypress } from './cypress.ts'
import { docker } from './docker.ts'
import { dotnet } from './dotnet.ts'
import { esbuild } from './esbuild.ts'
import { eslint } from './eslint.ts'
import { flake8 } from './flake8.ts'
import { gcc } from './gcc.ts'
import { gdb } from './gdb.ts'
import { git } from './git.ts'
import { githubActions } from './github-actions.ts'
import { gitlab } from './gitlab.ts'
import { go } from './go.ts'
import { golangciLint } from './golangci-lint.ts'
import { gradle } from './gradle.ts'
import { gtest } from './gtest.ts'
import { helm } from './helm.ts'
import { jasmine } from './jasmine.ts'
import { javac } from './javac.ts'
import { jest } from './jest.ts'
import { jvm } from './jvm.ts'
import { kotlin } from './kotlin.ts'
import { kubectl } from './kubectl.ts'
import { latex } from './latex.ts'
import { ld } from './ld.ts'
import { make } from './make.ts'
import { maven } from './maven.ts'
import { meson } from './meson.ts'
import { minitest } from './minitest.ts'
import { mocha } from './mocha.ts'
import { mypy } from './mypy.ts'
import { next } from './next.ts'
import { nextest } from './nextest.ts'
import { ninja } from './ninja.ts'
import { nodeTest } from './node-test.ts'
import { npm } from './npm.ts'
import { npmAudit } from './npm-audit.ts'
import { perl } from './perl.ts'
import { phpstan } from './phpstan.ts'
import { phpunit } from './phpunit.ts'
import { pip } from './pip.ts'
import { playwright } from './playwright.ts'
import { pnpm } from './pnpm.ts'
import { poetry } from './poetry.ts'
import { preCommit } from './pre-commit.ts'
import { prettier } from './prettier.ts'
import type { Profile } from './profile.ts'
import { pulumi } from './pulumi.ts'
import { pylint } from './pylint.ts'
import { pyright } from './pyright.ts'
import { pytest } from './pytest.ts'
import { python } from './python.ts'
import { rollup } from './rollup.ts'
import { rspec } from './rspec.ts'
import { rubocop } from './rubocop.ts'
import { ruff } from './ruff.ts'
import { sanitizer } from './sanitizer.ts'
import { shellcheck } from './shellcheck.ts'
import { swift } from './swift.ts'
import { tap } from './tap.ts'
import { terraform } from './terraform.ts'
import { tox } from './tox.ts'
import { tsc } from './tsc.ts'
import { unittest } from './unittest.ts'
import { uv } from './uv.ts'
import { valgrind } from './valgrind.ts'
import { vite } from './vite.ts'
import { vitest } from './vitest.ts'
import { webpack } from './webpack.ts'
import { xcodebuild } from './xcodebuild.ts'
import { yarn } from './yarn.ts'

export const PROFILES: readonly Profile[] = [
  cypress,
  playwright,
  jest,
  vitest,
  nodeTest,
  mocha,
  ava,
  jasmine,
  tap,
  tsc,
  eslint,
  biome,
  prettier,
  next,
  vite,
  rollup,
  webpack,
  esbuild,
  pytest,
  unittest,
  tox,
  preCommit,
  ruff,
  black,
  flake8,
  pylint,
  mypy,
  pyright,
  pip,
  uv,
  poetry,
  cucumber,
  python,
  perl,
  golangciLint,
  go,
  nextest,
  cargo,
  meson,
  ctest,
  gtest,
  ninja,
  cmake,
  make,
  sanitizer,
  valgrind,
  gdb,
  clang,
  gcc,
  ld,
  latex,
  maven,
  gradle,
  kotlin,
  javac,
  jvm,
  dotnet,
  xcodebuild,
  swift,
  rspec,
  rubocop,
  minitest,
  phpunit,
  phpstan,
  bats,
  shellcheck,
  npmAudit,
  npm,
  pnpm,
  yarn,
  bun,
  apt,
  bundler,
  composer,
  compose,
  docker,
  helm,
  kubectl,
  terraform,
  pulumi,
  ansible,
  git,
  githubActions,
  gitlab,
]
