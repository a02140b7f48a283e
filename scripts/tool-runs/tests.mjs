/** Test runners of other languages. */
import { labelsOf, planOf } from './plan.mjs'

const q = (text) => JSON.stringify(text)
const upper = (text) => text[0].toUpperCase() + text.slice(1)
const camel = ({ word }) =>
  word
    .split('_')
    .map((part, i) => (i === 0 ? part : upper(part)))
    .join('')

const SIZES = [
  { files: 3, tests: 5, fails: 2 },
  { files: 5, tests: 7, fails: 9 },
  { files: 8, tests: 8, fails: 30 },
]
const PASSING = { files: 10, tests: 14, fails: 0 }

/** One case for each size, and a passing one. */
const casesOf = ({
  passing = PASSING,
  name,
  tool,
  command,
  seed,
  faults = ['equal', 'throw', 'text'],
  write,
  nameOf,
  messageOf,
  need,
  sizes = SIZES,
  env,
}) =>
  [...sizes, passing].map((size, s) => {
    const plan = planOf({ seed: seed + s, ...size, faults })
    return {
      name: `${name}-${size.fails === 0 ? 'pass' : `${size.fails}of${plan.all.length}`}`,
      tool,
      files: write(plan),
      command: typeof command === 'function' ? command(plan) : command,
      failures: labelsOf(plan, nameOf, messageOf),
      need,
      env: { NO_COLOR: '1', ...env },
    }
  })

/* Python */
const pyBody = ({ fault, n }) => {
  if (fault === undefined) return `        self.assertEqual(${n} + 1, ${n + 1})`
  if (fault.kind === 'throw') return `        load(${q(fault.message)})`
  if (fault.kind === 'text') return `        self.assertEqual(${q(`value ${fault.got}`)}, ${q(`value ${fault.wanted}`)})`
  return `        self.assertEqual(${fault.got}, ${fault.wanted})`
}
const PY_LOAD = 'def load(name):\n    raise ValueError(name)\n'
const unittest = (plan) =>
  Object.fromEntries(
    plan.files.map(({ subject, groups }) => [
      `test_${subject}.py`,
      `import unittest\n\n${PY_LOAD}\n${groups
        .map(
          ({ tests }, g) =>
            `\nclass Test${upper(subject)}${g}(unittest.TestCase):\n${tests.map((test) => `    def test_${test.word}(self):\n${pyBody(test)}\n`).join('\n')}`,
        )
        .join('\n')}`,
    ]),
  )
const pytest = (plan) =>
  Object.fromEntries(
    plan.files.map(({ subject, groups }) => [
      `test_${subject}.py`,
      `${PY_LOAD}\n${groups
        .flatMap(({ tests }) => tests)
        .map((test) => {
          const { fault, n } = test
          const body =
            fault === undefined
              ? `    assert ${n} + 1 == ${n + 1}`
              : fault.kind === 'throw'
                ? `    load(${q(fault.message)})`
                : fault.kind === 'text'
                  ? `    got = ${q(`value ${fault.got}`)}\n    assert got == ${q(`value ${fault.wanted}`)}`
                  : `    total = ${fault.got}\n    assert total == ${fault.wanted}`
          return `\ndef test_${test.word}():\n${n % 4 === 0 ? `    print("loading ${subject} ${n}: 0 errors so far")\n` : ''}${body}\n`
        })
        .join('\n')}`,
    ]),
  )
const pyName = ({ word }) => `test_${word}`
const pythonCases = () => [
  ...casesOf({
    name: 'unittest-plain',
    tool: 'unittest',
    command: 'python3 -m unittest',
    seed: 11,
    write: unittest,
    nameOf: pyName,
    need: ['python3'],
  }),
  ...casesOf({
    name: 'unittest-verbose',
    tool: 'unittest',
    command: 'python3 -m unittest -v',
    seed: 21,
    write: unittest,
    nameOf: pyName,
    need: ['python3'],
  }),
  ...['', '-v', '-q', '--tb=short', '--tb=line', '--tb=native', '-rA', '-v --color=yes'].flatMap((flags, i) =>
    casesOf({
      name: `pytest${flags
        .replace(/[ =]|--/g, '-')
        .replace(/-+/g, '-')
        .replace(/^$/, '-default')}`,
      tool: 'pytest',
      command: `pytest ${flags}`.trim(),
      seed: 31 + i * 10,
      write: pytest,
      nameOf: pyName,
      need: ['pytest'],
      sizes: i < 3 ? SIZES : SIZES.slice(1),
    }),
  ),
  {
    name: 'pytest-collect-error',
    tool: 'pytest',
    command: 'pytest',
    files: {
      'test_good.py': 'def test_one():\n    assert 1 == 1\n',
      'test_first.py': 'import missing_ledger_7341\n\ndef test_one():\n    assert True\n',
      'test_second.py': 'def test_one(:\n    assert True\n',
    },
    failures: [
      { name: 'test_first.py', message: 'missing_ledger_7341' },
      { name: 'test_second.py', message: 'SyntaxError' },
    ],
    env: { NO_COLOR: '1' },
    need: ['pytest'],
  },
]

/* Go */
const goFiles = (plan) => ({
  'go.mod': 'module example.com/app\n\ngo 1.19\n',
  ...Object.fromEntries(
    plan.files.map(({ subject, groups }) => [
      `${subject}/${subject}_test.go`,
      `package ${subject}\n\nimport "testing"\n\nfunc load(name string) {\n\tpanic(name)\n}\n${groups
        .flatMap(({ tests }) => tests)
        .map((test) => {
          const { fault, n } = test
          const body =
            fault === undefined
              ? `\tif ${n}+1 != ${n + 1} {\n\t\tt.Fatal("no")\n\t}`
              : fault.kind === 'text'
                ? `\tt.Fatal(${q(fault.message)}, ${fault.got})`
                : `\tif got, want := ${fault.got}, ${fault.wanted}; got != want {\n\t\tt.Errorf("total = %d, want %d", got, want)\n\t}`
          return `\nfunc Test${upper(camel(test))}(t *testing.T) {\n${body}\n}\n`
        })
        .join('')}`,
    ]),
  ),
})
const goCases = () =>
  ['./...', '-v ./...', '-json ./...'].flatMap((flags, i) =>
    casesOf({
      name: `go-test${flags.replace(' ./...', '').replace('./...', '-plain')}`,
      tool: 'go',
      command: `go test ${flags}`,
      seed: 151 + i * 10,
      faults: ['equal', 'text'],
      write: goFiles,
      nameOf: (test) => `Test${upper(camel(test))}`,
      need: ['go'],
    }),
  )

/* Perl */
const perlFiles = (plan) =>
  Object.fromEntries(
    plan.files.map(({ subject, groups }) => [
      `t/${subject}.t`,
      `use strict;\nuse warnings;\nuse Test::More;\n\n${groups
        .flatMap(({ tests }) => tests)
        .map(({ title, n, fault }) =>
          fault === undefined ? `is(${n} + 1, ${n + 1}, ${q(title)});` : `is(${fault.got}, ${fault.wanted}, ${q(title)});`,
        )
        .join('\n')}\ndone_testing();\n`,
    ]),
  )
const perlCases = () =>
  ['prove', 'prove -v'].flatMap((command, i) =>
    casesOf({
      name: command.replace(' ', ''),
      tool: 'prove',
      command: `${command} t`,
      seed: 201 + i * 10,
      faults: ['equal'],
      write: perlFiles,
      need: ['prove'],
    }),
  )

/* Rust */
const rustFiles = (plan) => ({
  'Cargo.toml': '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n',
  'src/lib.rs': plan.files.map(({ subject }) => `mod ${subject};`).join('\n') + '\n',
  ...Object.fromEntries(
    plan.files.map(({ subject, groups }) => [
      `src/${subject}.rs`,
      `#[cfg(test)]\nmod tests {\n${groups
        .flatMap(({ tests }) => tests)
        .map((test) => {
          const { fault, n } = test
          const body =
            fault === undefined
              ? `assert_eq!(${n} + 1, ${n + 1});`
              : fault.kind === 'throw'
                ? `panic!(${q(fault.message)});`
                : `assert_eq!(${fault.got}, ${fault.wanted});`
          return `    #[test]\n    fn ${test.word.replace(/^(\d)/, 'n$1')}() {\n        ${body}\n    }\n`
        })
        .join('\n')}}\n`,
    ]),
  ),
})
const rustCases = () =>
  casesOf({
    name: 'cargo-test',
    tool: 'cargo',
    command: 'cargo test --offline',
    seed: 231,
    faults: ['equal', 'throw'],
    write: rustFiles,
    nameOf: ({ word }) => word,
    need: ['cargo'],
  })

/* Java */
const JUNIT4 = 'import static org.junit.Assert.*;\nimport org.junit.Test;'
const JUNIT5 = 'import static org.junit.jupiter.api.Assertions.*;\nimport org.junit.jupiter.api.Test;'
const javaTest = ({ subject, groups }, imports) =>
  `package app;\n\n${imports}\n\npublic class ${upper(subject)}Test {\n${groups
    .flatMap(({ tests }) => tests)
    .map((test) => {
      const { fault, n } = test
      const body =
        fault === undefined
          ? `assertEquals(${n + 1}, ${n} + 1);`
          : fault.kind === 'throw'
            ? `throw new IllegalStateException(${q(fault.message)});`
            : fault.kind === 'text'
              ? `assertEquals(${q(`value ${fault.wanted}`)}, ${q(`value ${fault.got}`)});`
              : `assertEquals(${fault.wanted}, ${fault.got});`
      return `    @Test\n    public void ${camel(test)}() {\n        ${body}\n    }\n`
    })
    .join('\n')}}\n`
const plugin = (name, version) => `<plugin><artifactId>maven-${name}-plugin</artifactId><version>${version}</version></plugin>`
const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>app</groupId><artifactId>app</artifactId><version>1</version>
  <properties><maven.compiler.release>17</maven.compiler.release><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
  <dependencies><dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.14.4</version><scope>test</scope></dependency></dependencies>
  <build><plugins>${plugin('resources', '3.3.1')}${plugin('compiler', '3.14.1')}${plugin('surefire', '3.2.5')}</plugins></build>
</project>
`
const javaCases = () => [
  ...casesOf({
    name: 'maven-test',
    tool: 'maven',
    command: 'mvn -o -B test',
    seed: 251,
    write: (plan) => ({
      'pom.xml': POM,
      ...Object.fromEntries(
        plan.files.map((file) => [`src/test/java/app/${upper(file.subject)}Test.java`, javaTest(file, JUNIT5)]),
      ),
    }),
    nameOf: camel,
    need: ['mvn', 'javac'],
  }),
  ...casesOf({
    name: 'junit4',
    tool: 'junit',
    command: (plan) =>
      `javac -d . -cp /usr/share/java/junit4.jar *.java && java -cp .:/usr/share/java/junit4.jar:/usr/share/java/hamcrest-all.jar org.junit.runner.JUnitCore ${plan.files.map(({ subject }) => `app.${upper(subject)}Test`).join(' ')}`,
    seed: 261,
    write: (plan) => Object.fromEntries(plan.files.map((file) => [`${upper(file.subject)}Test.java`, javaTest(file, JUNIT4)])),
    nameOf: camel,
    messageOf: ({ fault }) =>
      fault.kind === 'throw' ? fault.message : `expected:<${fault.kind === 'text' ? 'value' : fault.wanted}`,
    need: ['javac'],
  }),
]

/* Shell, Ruby, PHP */
const batsFiles = (plan) =>
  Object.fromEntries(
    plan.files.map(({ subject, groups }) => [
      `test/${subject}.bats`,
      groups
        .flatMap(({ tests }) => tests)
        .map(({ title, n, fault }) =>
          fault === undefined
            ? `@test ${q(title)} {\n  [ "$((${n} + 1))" -eq ${n + 1} ]\n}\n`
            : `@test ${q(title)} {\n  echo ${q(fault.message)}\n  [ ${fault.got} -eq ${fault.wanted} ]\n}\n`,
        )
        .join('\n'),
    ]),
  )
const rspecFiles = (plan) =>
  Object.fromEntries(
    plan.files.map(({ subject, groups }) => [
      `spec/${subject}_spec.rb`,
      groups
        .map(
          ({ title, tests }) =>
            `RSpec.describe ${q(title)} do\n${tests
              .map(({ title: name, n, fault }) => {
                const body =
                  fault === undefined
                    ? `expect(${n} + 1).to eq(${n + 1})`
                    : fault.kind === 'throw'
                      ? `raise ArgumentError, ${q(fault.message)}`
                      : `expect(${fault.got}).to eq(${fault.wanted})`
                return `  it ${q(name)} do\n    ${body}\n  end`
              })
              .join('\n')}\nend\n`,
        )
        .join('\n'),
    ]),
  )
const minitestFiles = (plan) =>
  Object.fromEntries(
    plan.files.map(({ subject, groups }) => [
      `test/${subject}_test.rb`,
      `require "minitest/autorun"\n\nclass ${upper(subject)}Test < Minitest::Test\n${groups
        .flatMap(({ tests }) => tests)
        .map(({ word, n, fault }) => {
          const body =
            fault === undefined
              ? `assert_equal ${n + 1}, ${n} + 1`
              : fault.kind === 'throw'
                ? `raise ArgumentError, ${q(fault.message)}`
                : `assert_equal ${fault.wanted}, ${fault.got}`
          return `  def test_${word}\n    ${body}\n  end`
        })
        .join('\n')}\nend\n`,
    ]),
  )
const phpFiles = (plan) =>
  Object.fromEntries(
    plan.files.map(({ subject, groups }) => [
      `tests/${upper(subject)}Test.php`,
      `<?php\nuse PHPUnit\\Framework\\TestCase;\n\nfinal class ${upper(subject)}Test extends TestCase\n{\n${groups
        .flatMap(({ tests }) => tests)
        .map((test) => {
          const { n, fault } = test
          const body =
            fault === undefined
              ? `$this->assertSame(${n + 1}, ${n} + 1);`
              : fault.kind === 'throw'
                ? `throw new RuntimeException(${q(fault.message)});`
                : `$this->assertSame(${fault.wanted}, ${fault.got});`
          return `    public function test${upper(camel(test))}(): void\n    {\n        ${body}\n    }`
        })
        .join('\n')}\n}\n`,
    ]),
  )
/** A runner that nobody knows. */
const shellFiles = (plan) => ({
  'check.sh': `#!/bin/bash\nfailed=0\n${plan.files
    .flatMap(({ subject, groups }) => groups.flatMap(({ tests }) => tests.map((test) => ({ ...test, subject }))))
    .map(({ subject, title, fault }, i) =>
      fault === undefined
        ? `printf '%s\\n' ${q(`✓ case ${i + 1}: ${title}`).replaceAll('\\"', '')}`
        : `printf '%s\\n' ${q(`✗ case ${i + 1}: ${title}`).replaceAll('\\"', '')} "    expected ${fault.wanted} got ${fault.got} in ${subject}"; failed=$((failed + 1))`,
    )
    .join('\n')}\necho "done: $failed failed"\n[ "$failed" -eq 0 ]\n`,
})
const scriptCases = () => [
  ...['--tap', '--pretty', ''].flatMap((flags, i) =>
    casesOf({
      name: `bats${flags.replace('--', '-')}`,
      tool: 'bats',
      command: `bats ${flags} test`,
      seed: 301 + i * 10,
      faults: ['equal'],
      write: batsFiles,
      messageOf: ({ fault }) => fault.message,
      need: ['bats'],
      sizes: SIZES.slice(0, 2),
      passing: { files: 4, tests: 8, fails: 0 },
    }),
  ),
  ...['progress', 'documentation'].flatMap((format, i) =>
    casesOf({
      name: `rspec-${format}`,
      tool: 'rspec',
      command: `rspec --format ${format}`,
      seed: 341 + i * 10,
      faults: ['equal', 'throw'],
      write: rspecFiles,
      need: ['rspec'],
    }),
  ),
  ...['', '-v'].flatMap((flags, i) =>
    casesOf({
      name: `minitest${flags}`,
      tool: 'minitest',
      command: `ruby -e 'Dir["./test/*_test.rb"].sort.each { |f| require f }' -- --seed 7 ${flags}`,
      seed: 361 + i * 10,
      faults: ['equal', 'throw'],
      write: minitestFiles,
      nameOf: pyName,
      need: ['ruby'],
    }),
  ),
  ...['', '--testdox'].flatMap((flags, i) =>
    casesOf({
      name: `phpunit${flags.replace('--', '-')}`,
      tool: 'phpunit',
      command: `phpunit ${flags} tests`,
      seed: 381 + i * 10,
      faults: ['equal', 'throw'],
      write: phpFiles,
      nameOf: (test) => (flags === '' ? `test${upper(camel(test))}` : upper(test.word.replaceAll('_', ' '))),
      need: ['phpunit'],
      sizes: SIZES.slice(1),
    }),
  ),
  ...casesOf({
    name: 'unknown-runner',
    tool: 'unknown',
    command: 'bash check.sh',
    seed: 401,
    faults: ['equal'],
    write: shellFiles,
    nameOf: ({ title }) => title.replaceAll('"', ''),
    need: [],
  }),
]

export const testCases = () => [...pythonCases(), ...goCases(), ...perlCases(), ...rustCases(), ...javaCases(), ...scriptCases()]
