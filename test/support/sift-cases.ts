/** Tool outputs of the shapes that benchmarks of such programs use, with what a reader of each must still see. */

export interface SiftCase {
  readonly name: string
  readonly type: string
  readonly text: string
  readonly query?: string
  readonly facts: readonly string[]
  /** What only takes room. */
  readonly noise?: readonly string[]
}

const list = <T>(length: number, make: (i: number) => T): readonly T[] => Array.from({ length }, (_, i) => make(i))

const tickets = list(180, (i) => ({
  key: i,
  summary: i % 31 === 4 ? `Ticket ${i}: deadlock in lock manager` : `Ticket ${i}: update the manual`,
  status: i % 45 === 0 ? 'new' : 'done',
  tags: ['core'],
}))

const modules = list(10, (f) => `lib/unit_${String(f).padStart(2, '0')}.go`)

const change = (file: string, f: number): string =>
  [
    `diff --git a/${file} b/${file}`,
    `--- a/${file}`,
    `+++ b/${file}`,
    ...list(6, (h) => [
      `@@ -${h * 90 + 1},13 +${h * 90 + 1},13 @@ func step${h}()`,
      ...list(6, (i) => `     before${f}${h}${i}(${i}) // same on both sides of change ${h}`),
      `-    limit${f}${h} := 10`,
      `+    limit${f}${h} := 25`,
      ...list(6, (i) => `     after${f}${h}${i}(${i}) // same on both sides of change ${h}`),
    ]).flat(),
  ].join('\n')

const idle = 'Nothing of note happened in the northern warehouse during this shift, and all counters were at zero.'

export const SIFT_CASES: readonly SiftCase[] = [
  {
    name: 'JSON records on one line',
    type: 'json_array',
    text: JSON.stringify(tickets),
    query: 'deadlock in the lock manager',
    facts: ['deadlock in lock manager'],
  },
  {
    name: 'pretty JSON',
    type: 'json_array',
    text: JSON.stringify(
      list(50, (i) => ({ no: i, label: `row-${i}`, on: true })),
      null,
      2,
    ),
    facts: ['row-'],
  },
  {
    name: 'a build',
    type: 'build_output',
    text: [
      ...list(60, (i) => `   Compiling crate-${String(i).padStart(3, '0')} v0.${i}.1`),
      'warning: unused import: `fmt`',
      ...list(25, (i) => `note: seen in module ${i}`),
      'error[E0425]: cannot find value `limit` in this scope',
      '  --> src/plan.rs:88:17',
      'error: could not compile `plan` due to 1 previous error',
    ].join('\n'),
    facts: ['warning: unused import', 'error[E0425]: cannot find value `limit`', 'src/plan.rs:88:17'],
  },
  {
    name: 'search hits',
    type: 'search_results',
    text: modules.map((file, f) => list(13, (i) => `${file}:${f * 40 + i}:\tout := fetchRows(ctx, ${i})`).join('\n')).join('\n'),
    query: 'fetchRows',
    facts: ['fetchRows', ...modules],
  },
  {
    name: 'a diff',
    type: 'git_diff',
    text: modules.slice(0, 4).map(change).join('\n'),
    query: 'limit',
    facts: ['diff --git', '+    limit', ...modules.slice(0, 4)],
  },
  {
    name: 'JSON between lines of a command',
    type: 'json_array',
    text: `$ cluster list --json\n${JSON.stringify(list(150, (i) => ({ n: i, host: `node-${i}`, state: i === 91 ? 'Evicted' : 'Ready' })))}\nTOTAL: 150 nodes`,
    query: 'nodes that are not ready',
    facts: ['$ cluster list --json', 'Evicted', 'TOTAL: 150 nodes'],
  },
  {
    name: 'source code',
    type: 'source_code',
    text: [
      'use std::collections::BTreeMap;',
      '',
      'pub struct Options {',
      '    pub label: String,',
      '}',
      '',
      'pub fn make_table(options: &Options, rows: &[String]) -> BTreeMap<String, usize> {',
      ...list(28, (i) => [`    let part_${i} = options.label.clone() + "-${i}";`, `    store(&part_${i});`]).flat(),
      '    BTreeMap::new()',
      '}',
    ].join('\n'),
    facts: ['pub struct Options', 'pub fn make_table', 'lines omitted'],
  },
  {
    name: 'prose that repeats itself',
    type: 'plain_text',
    text: [
      'Monthly report of the northern warehouse, written by the shift lead.',
      ...list(14, () => idle),
      'Summary: order new belts before the end of the month.',
    ].join('\n\n'),
    query: 'counters at zero',
    facts: ['Monthly report of the northern warehouse', 'all counters were at zero', 'Summary: order new belts'],
  },
  {
    name: 'prose with a credential',
    type: 'plain_text',
    text: [
      'The gateway speaks to three banks. Quotas apply to each merchant and are counted by the hour.',
      'Access for tests: api_key=tk-demo-Qm4vB8xLzP2wKtY7uJd3nR6cF1gH5aS9. Keep it out of tickets.',
      ...list(
        12,
        (i) => `Chapter ${i} of the history: the first gateway of year ${1990 + i} ran in a cellar and was restarted by hand.`,
      ),
      'In the end all of it moved to one place.',
    ].join('\n\n'),
    query: 'quotas',
    facts: ['Quotas apply', 'api_key=tk-demo-Qm4vB8xLzP2wKtY7uJd3nR6cF1gH5aS9'],
  },
  {
    name: 'settings',
    type: 'structured_config',
    text: [
      '---',
      '# Settings of the staging platform.',
      'platform:',
      '  name: staging-platform',
      '  region: north',
      '',
      ...list(12, (i) => [
        `# Worker ${i} has settings of its own.`,
        `worker_${i}:`,
        `  image: registry.example.com/worker-${i}:2.${i}`,
        '  replicas: 2',
        `  port: ${9000 + i}`,
        '',
      ]).flat(),
      'update:',
      '  maxSurge: 3',
    ].join('\n'),
    facts: ['name: staging-platform', 'worker_11:', 'maxSurge: 3'],
  },
  {
    name: 'a Markdown table',
    type: 'tabular',
    text: [
      '| id | host | zone | state | load |',
      '| --- | --- | --- | --- | --- |',
      ...list(140, (i) => `| ${i} | host-${i} | west | ${i === 77 ? 'draining' : 'ready'} | ${i === 77 ? 960 : 20 + (i % 40)} |`),
    ].join('\n'),
    query: 'draining load',
    facts: ['host', 'state', 'draining', '960'],
  },
  {
    name: 'a page',
    type: 'html',
    text: [
      '<!DOCTYPE html>',
      '<html lang="en">',
      '<head><title>Belts</title><style>p { margin: 0 }</style><script>track("visit-77")</script></head>',
      '<body>',
      '  <header><nav><a href="/">Start</a> <a href="/prices">Prices</a></nav></header>',
      '  <main>',
      '    <article>',
      '      <header><h1>How to choose a belt</h1></header>',
      '      <p>Measure the <strong>span</strong> first &amp; note the load; see <a href="/load">the table</a>.</p>',
      '      <table><tr><th>load</th><th>belt</th></tr><tr><td>40 kg</td><td>B-2</td></tr></table>',
      '      <ul><li>Wear gloves.</li><li>Lock the motor.</li></ul>',
      '      <pre><code>belt --span 3.2 --load 40</code></pre>',
      '    </article>',
      '  </main>',
      '  <aside>Buy a newer warehouse today.</aside>',
      '  <footer>All rights reserved by the belt people.</footer>',
      '</body>',
      '</html>',
    ].join('\n'),
    facts: [
      '# How to choose a belt',
      'Measure the **span** first & note the load; see [the table](/load).',
      '| 40 kg | B-2 |',
      '- Lock the motor.',
      'belt --span 3.2 --load 40',
    ],
    noise: ['visit-77', 'Buy a newer warehouse', 'belt people', 'Prices'],
  },
]
