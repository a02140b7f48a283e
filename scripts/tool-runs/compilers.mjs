/** Compilers, type checkers, linters and build tools on sources with injected faults. */
import { randomFrom } from './plan.mjs'

/** `fails` files of `files` hold one fault each or more, given by `fault(k)`: its line, the name of its place and its message. */
const spread = (seed, files, fails) => {
  const random = randomFrom(seed)
  return Array.from({ length: fails }, () => Math.floor(random() * files))
}

const build = ({
  name,
  tool,
  command,
  seed,
  files,
  fails,
  ext,
  folder = 'src',
  good,
  bad,
  extra = () => ({}),
  need,
  nameOf,
  env,
  fill = 8,
}) => {
  const homes = spread(seed, files, fails)
  const failures = []
  const texts = Object.fromEntries(
    Array.from({ length: files }, (_, f) => {
      const path = `${folder}${folder === '' ? '' : '/'}part${f}.${ext}`
      const faults = homes.flatMap((home, k) => (home === f ? [k] : []))
      const lines = []
      for (let i = 0; i < fill; i++) {
        lines.push(good(`f${f}`, i))
        if (i < faults.length) {
          const { text, message, label } = bad(`f${f}`, seed * 100 + faults[i] * 7 + 10_000, i)
          lines.push(text)
          failures.push({ name: label ?? nameOf?.(path, f) ?? path, message })
        }
      }
      return [path, lines]
    }),
  )
  const finish = extra(texts)
  return { name, tool, command, files: finish, failures, need, env: { NO_COLOR: '1', LC_ALL: 'C.UTF-8', ...env } }
}
const joined = (texts) => Object.fromEntries(Object.entries(texts).map(([path, lines]) => [path, `${lines.join('\n')}\n`]))
const SIZES = [
  [4, 1],
  [6, 6],
  [10, 30],
]
const each = (make) => [...SIZES.map(([files, fails]) => make(files, fails, `${fails}in${files}`)), make(8, 0, 'pass')]

/* TypeScript */
const tsGood = (f, i) => `export const ${f}_good${i} = (value: number): number => value + ${i}`
const tsBad = (f, n, i) => {
  const forms = [
    {
      text: `export const ${f}_bad${i}: number = 'value${n}'`.replace("'value", "'v").replace(/'v(\d+)'/, 'undefinedName$1'),
      message: `undefinedName${n}`,
    },
    { text: `export const ${f}_bad${i}: { id: number } = { id: 1, extra${n}: 2 }`, message: `extra${n}` },
    { text: `export const ${f}_bad${i} = ({ a: 1 }).missing${n}`, message: `missing${n}` },
  ]
  return forms[n % 3]
}
const tsExtra = (texts) => ({
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "noEmit": true, "target": "es2022", "module": "esnext", "types": [], "skipLibCheck": true }, "include": ["src"] }\n',
  ...joined(texts),
})
const tscCases = () =>
  ['tsc', 'tsc --pretty'].flatMap((command, c) =>
    each((files, fails, size) =>
      build({
        name: `${command.replace(' --', '-')}-${size}`,
        tool: 'tsc',
        command,
        seed: 500 + c * 10 + fails,
        files,
        fails,
        ext: 'ts',
        good: tsGood,
        bad: tsBad,
        extra: tsExtra,
      }),
    ),
  )

/* ESLint */
const ESLINT = `export default [{ files: ['src/*.js'], rules: { 'no-undef': 'error', 'no-unused-vars': 'warn', 'eqeqeq': 'error', 'no-var': 'error' } }]\n`
const eslintBad = (_f, n, i) =>
  [
    { text: `export const bad${i} = missing${n}`, message: `'missing${n}' is not defined` },
    { text: `var old${n} = ${i}; export { old${n} }`, message: 'Unexpected var' },
  ][n % 2]
const eslintCases = () =>
  each((files, fails, size) =>
    build({
      name: `eslint-${size}`,
      tool: 'eslint',
      command: 'eslint src',
      seed: 540 + fails,
      files,
      fails,
      ext: 'js',
      good: (f, i) =>
        i === 2 && f === 'f1' && fails > 0 ? `const unused_${f} = 1` : `export const ${f}_${i} = (value) => value + ${i}`,
      bad: eslintBad,
      extra: (texts) => ({ 'eslint.config.js': ESLINT, 'package.json': '{ "type": "module" }\n', ...joined(texts) }),
    }),
  )

/* C and C++ through make */
const cGood = (f, i) => `int ${f}_good${i}(int value) { return value + ${i}; }`
const cBad = (f, n, i) =>
  [
    { text: `int ${f}_bad${i}(void) { return missing${n}; }`, message: `missing${n}` },
    { text: `int ${f}_bad${i}(void) { return call${n}("x"); }`, message: `call${n}` },
    { text: `struct s${n}; int ${f}_bad${i}(struct s${n} *p) { return p->id; }`, message: `s${n}` },
  ][n % 3]
const makeExtra = (compiler, flags) => (texts) => ({
  Makefile: `OBJS = ${Object.keys(texts)
    .map((path) => path.replace(/\.\w+$/, '.o'))
    .join(' ')}\nall: $(OBJS)\n\t@echo linked\n%.o: %.${compiler === 'gcc' ? 'c' : 'cpp'}\n\t${compiler} ${flags} -c -o $@ $<\n`,
  ...joined(texts),
})
const cCases = () => [
  ...each((files, fails, size) =>
    build({
      name: `make-gcc-${size}`,
      tool: 'make',
      command: 'make -k',
      seed: 560 + fails,
      files,
      fails,
      ext: 'c',
      good: cGood,
      bad: cBad,
      extra: makeExtra('gcc', '-Wall -Werror=implicit-function-declaration'),
      need: ['gcc', 'make'],
    }),
  ),
  ...each((files, fails, size) =>
    build({
      name: `make-parallel-${size}`,
      tool: 'make',
      command: 'make -k -j4',
      seed: 580 + fails,
      files,
      fails,
      ext: 'c',
      good: cGood,
      bad: cBad,
      extra: makeExtra('gcc', '-Wall -Wextra -Werror=implicit-function-declaration'),
      need: ['gcc', 'make'],
    }),
  ),
  ...each((files, fails, size) =>
    build({
      name: `g++-${size}`,
      tool: 'g++',
      command: 'make -k',
      seed: 600 + fails,
      files,
      fails,
      ext: 'cpp',
      good: (f, i) =>
        i === 0 ? '#include <vector>\n#include <string>' : `int ${f}_good${i}(int value) { return value + ${i}; }`,
      bad: (f, n, i) =>
        [
          { text: `int ${f}_bad${i}() { std::vector<std::string> v; return v.missing${n}(); }`, message: `missing${n}` },
          { text: `struct S${n} {}; std::string ${f}_bad${i}() { return S${n}{} + 1; }`, message: `S${n}` },
          { text: `int ${f}_bad${i}() { return unknown${n}; }`, message: `unknown${n}` },
        ][n % 3],
      extra: makeExtra('g++', '-Wall'),
      need: ['g++', 'make'],
    }),
  ),
]

/* Java */
const javacCases = () =>
  each((files, fails, size) =>
    build({
      name: `javac-${size}`,
      tool: 'javac',
      command: 'javac -d out src/*.java',
      seed: 620 + fails,
      files,
      fails,
      ext: 'java',
      good: (f, i) =>
        `${i === 0 ? `class ${f} {\n` : ''}    int good${i}(int value) { return value + ${i}; }${i === 7 ? '\n}' : ''}`,
      bad: (_f, n, i) =>
        [
          { text: `    int bad${i}() { return missing${n}; }`, message: `missing${n}` },
          { text: `    int bad${i}() { String text${n} = "a"; return text${n}; }`, message: `text${n}` },
          { text: `    int bad${i}() { return call${n}(1); }`, message: `call${n}` },
        ][n % 3],
      extra: joined,
      need: ['javac'],
    }),
  )

/* Rust */
const cargoBuild = (command, name, base) =>
  each((files, fails, size) =>
    build({
      name: `${name}-${size}`,
      tool: 'cargo',
      command,
      seed: base + fails,
      files,
      fails,
      ext: 'rs',
      good: (f, i) => `pub fn ${f}_good${i}(value: i64) -> i64 { value + ${i} }`,
      bad: (f, n, i) =>
        [
          { text: `pub fn ${f}_bad${i}() -> i64 { missing${n} }`, message: `missing${n}` },
          { text: `pub fn ${f}_bad${i}() -> i64 { let text${n}: i64 = "a"; text${n} }`, message: `text${n}` },
          { text: `pub fn ${f}_bad${i}() -> i64 { call${n}(1) }`, message: `call${n}` },
        ][n % 3],
      extra: (texts) => ({
        'Cargo.toml': '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n',
        'src/lib.rs': `${Object.keys(texts)
          .map((path) => `pub mod ${path.replace(/^src\/|\.rs$/g, '')};`)
          .join('\n')}\n`,
        ...joined(texts),
      }),
      need: ['cargo'],
    }),
  )

/* Go */
const goBuild = () =>
  ['build', 'vet'].flatMap((verb, v) =>
    each((files, fails, size) =>
      build({
        name: `go-${verb}-${size}`,
        tool: 'go',
        command: verb === 'build' ? 'go build -gcflags=-e ./...' : 'go vet ./...',
        seed: 680 + v * 40 + fails,
        files,
        fails,
        ext: 'go',
        folder: '',
        good: (f, i) => `${i === 0 ? 'package app\n\n' : ''}func ${f}Good${i}(value int) int { return value + ${i} }`,
        bad:
          verb === 'build'
            ? (f, n, i) =>
                [
                  { text: `func ${f}Bad${i}() int { return missing${n} }`, message: `missing${n}` },
                  { text: `func ${f}Bad${i}() int { var text${n} int = "a"; return text${n} }`, message: `part` },
                  { text: `func ${f}Bad${i}() int { return call${n}(1) }`, message: `call${n}` },
                ][n % 3]
            : (f, n, i) => ({
                text: `func ${f}Bad${i}() { type t${n} struct { A int \`json:"a${n}\` } ; _ = t${n}{} }`,
                message: `a${n}`,
              }),
        extra: (texts) => ({ 'go.mod': 'module example.com/app\n\ngo 1.19\n', ...joined(texts) }),
        need: ['go'],
      }),
    ),
  )

/* Python checkers and shellcheck */
const pyGood = (f, i) => `def ${f}_good${i}(value: int) -> int:\n    return value + ${i}\n\n`
const checkers = () => [
  ...each((files, fails, size) =>
    build({
      name: `mypy-${size}`,
      tool: 'mypy',
      command: 'mypy src',
      seed: 760 + fails,
      files,
      fails,
      ext: 'py',
      good: pyGood,
      bad: (f, n, i) => ({ text: `def ${f}_bad${i}() -> int:\n    return missing${n}\n\n`, message: `missing${n}` }),
      extra: joined,
      need: ['mypy'],
    }),
  ),
  ...each((files, fails, size) =>
    build({
      name: `flake8-${size}`,
      tool: 'flake8',
      command: 'flake8 --max-line-length 120 --ignore W391,E303 src',
      seed: 780 + fails,
      files,
      fails,
      ext: 'py',
      good: pyGood,
      bad: (f, n, i) => ({ text: `def ${f}_bad${i}():\n    return missing${n}\n\n`, message: `missing${n}` }),
      extra: joined,
      need: ['flake8'],
    }),
  ),
  ...each((files, fails, size) =>
    build({
      name: `pylint-${size}`,
      tool: 'pylint',
      command: 'pylint --disable=C,R,W src/*.py',
      seed: 800 + fails,
      files,
      fails,
      ext: 'py',
      good: pyGood,
      bad: (f, n, i) => ({ text: `def ${f}_bad${i}():\n    return missing${n}\n\n`, message: `missing${n}` }),
      extra: joined,
      need: ['pylint'],
    }),
  ),
  ...each((files, fails, size) =>
    build({
      name: `shellcheck-${size}`,
      tool: 'shellcheck',
      command: 'shellcheck -f gcc -S error src/*.sh',
      seed: 820 + fails,
      files,
      fails,
      ext: 'sh',
      fill: 6,
      good: (f, i) => `${i === 0 ? '#!/bin/sh\n' : ''}echo "${f} ${i}"`,
      bad: (_f, n) => ({ text: `if [ "$a${n}"="b" ]; then echo "${n}"; fi`, message: 'SC2077' }),
      extra: joined,
      need: ['shellcheck'],
    }),
  ),
]

/** Many failures with one cause: a module that is gone. */
const oneCause = () => ({
  name: 'tsc-one-cause-60',
  tool: 'tsc',
  command: 'tsc',
  files: {
    ...tsExtra({}),
    ...Object.fromEntries(
      Array.from({ length: 60 }, (_, f) => [
        `src/part${f}.ts`,
        `import { shared } from './gone-module'\nexport const value${f} = shared + ${f}\n`,
      ]),
    ),
  },
  failures: Array.from({ length: 60 }, (_, f) => ({ name: `src/part${f}.ts`, message: './gone-module' })),
  env: { NO_COLOR: '1' },
})

export const compilerCases = () => [
  ...tscCases(),
  ...eslintCases(),
  ...cCases(),
  ...javacCases(),
  ...cargoBuild('cargo build --offline', 'cargo-build', 640),
  ...cargoBuild('cargo build --offline --message-format=json', 'cargo-json', 660),
  ...goBuild(),
  ...checkers(),
  oneCause(),
]
