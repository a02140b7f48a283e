/** The verbs. A later verb is one entry here, one name in types.ts and one line in ../commands.ts. */
import type { Verb } from './types.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const

export const VERBS: readonly Verb[] = [
  {
    name: 'digest',
    doc: 'Shorten a tool output to a budget and keep what an engineer acts on',
    more:
      'Prints the first form of the text that fits the budget and proves itself against the source: whole, folded without loss, or ' +
      'selected lines. Lines that begin with [diet] are notes; L numbers in them are lines of the complete output, which the first ' +
      'note names. A digest that would save too little is not made: the text passes unchanged.',
    examples: [
      'context-diet digest --input ci.log --exit-code 1',
      'npm test 2>&1 | context-diet digest --budget 1000 --command "npm test"',
    ],
  },
  {
    name: 'count',
    doc: 'Count the lines, bytes and tokens of a text',
    more: 'Lines and bytes are exact. Tokens are the estimate characters / 4 unless --counter asks for a tokenizer.',
    examples: ['context-diet count --input ci.log', 'context-diet count --input ci.log --counter o200k --json'],
  },
  {
    name: 'dedupe',
    doc: 'Drop repeated lines and repeated blocks of lines',
    more: 'The first of equal lines or blocks stays. Blocks that differ only in 0x addresses fold into the first and are reported apart.',
    examples: ['context-diet dedupe --input ci.log', 'context-diet dedupe --input ci.log --exact-only --notes'],
  },
  {
    name: 'extract',
    doc: 'Print the regions that match a query best, in input order',
    more: 'Regions are ranked by relevance to the words of the query and printed with the lines around them.',
    examples: [
      'context-diet extract --input ci.log --query "timeout database"',
      'context-diet extract --input ci.log --query timeout --context 1 --budget 500',
    ],
  },
  {
    name: 'summarize',
    doc: 'Print the most telling lines within a token budget',
    more: 'An extractive summary: every line of it is a line of the input. Protected lines come first, then failures.',
    examples: [
      'context-diet summarize --input ci.log --budget 300',
      'context-diet summarize --input ci.log --protect-file keep.txt',
    ],
  },
  {
    name: 'pack',
    doc: 'Run dedupe, extract and summarize, with a receipt for every line',
    more: 'The receipt tells what each of the three stages removed.',
    examples: [
      'context-diet pack --input ci.log --budget 400 --query "test failure"',
      'context-diet pack --input ci.log --receipt receipt.json',
    ],
  },
  {
    name: 'check',
    doc: 'Check which planned items survive in an output',
    more:
      'An item is found when a line contains it, letter for letter. With --markers a line counts only when it also carries a marker as ' +
      'a word, and the first such line decides whether the item passed or failed. Prints nothing when all is well; exits 1 when an ' +
      'item is missing or failed. Marked evidence is the presence of text, no proof that something ran.',
    examples: [
      'context-diet check --plan plan.txt --input ci.log',
      'context-diet check --item "retries twice" --markers PASS,ok --input ci.log',
    ],
  },
  {
    name: 'verify',
    doc: 'Prove a receipt against the source and the output it speaks of',
    more: 'Prints nothing when the receipt holds; otherwise prints each problem and exits 1.',
    examples: ['context-diet verify --receipt receipt.json --source ci.log --output digest.txt'],
  },
  {
    name: 'run',
    doc: 'Run a command, keep its whole output and print a digest of it',
    more:
      'Exits as the command does: 128 + n when signal n ended it, 127 when there is no such command, 126 when it cannot be executed. ' +
      'Standard input and signals reach the command; its standard output and error are one text, in the order of printing, on ' +
      'standard output. A short output is printed as it is. A longer one is saved below .context-diet/ while the command runs; when ' +
      'that cannot be written, the output passes unchanged. A terminal shows progress on standard error.',
    examples: ['context-diet run npm test', 'context-diet run --budget 1000 -- cargo build --release'],
    argument: { name: 'COMMAND', rest: true },
  },
  {
    name: 'request',
    doc: 'Compress the tool results inside a request to a model',
    more:
      'Reads the JSON body of a request (Anthropic Messages, OpenAI Chat Completions and Responses, Gemini) and prints it with long tool ' +
      'results reduced; every other byte stays. Originals are saved first. What stands before the last cache mark stays as it is. A body ' +
      'that is no such request passes unchanged. What was done goes to standard error.',
    examples: [
      'context-diet request --input body.json',
      'context-diet request --input body.json --format anthropic --budget 1000 --json',
    ],
  },
  {
    name: 'retrieve',
    doc: 'Print an original from the stash, in pages',
    more:
      'Looks in the stash of the project, then in that of the user. A page has at most 8,000 characters; its first line says what it ' +
      'shows, its last how to get the next page. What expired, was evicted, was changed or never was there are different answers; ' +
      'each is one sentence and exit code 4.',
    examples: [
      'context-diet retrieve 8f3a5c1be2d94f60a7b1c2d3 --lines 120-173',
      'context-diet retrieve 8f3a5c1be2d94f60a7b1c2d3 --grep "ERROR|FAIL" --context 3',
    ],
    argument: { name: 'KEY' },
  },
  {
    name: 'stash',
    doc: 'List, sweep or empty the stash of originals',
    more:
      'ls lists what is kept, last used first. gc removes what nothing used for 7 days, and the least recently used above 1 GiB; what ' +
      'decisions of the last 24 hours refer to stays. purge removes everything, or what --key and --older-than name.',
    examples: ['context-diet stash ls', 'context-diet stash purge --older-than 12h'],
    argument: { name: 'ACTION', choices: ['ls', 'gc', 'purge'] },
  },
  {
    name: 'report',
    doc: 'Show what was saved, what it cost, and what went wrong',
    more:
      'Adds up the decisions in the ledger of the project, by tool and by session. What was read again from an original is charged to ' +
      'the tool whose output was cut, so that a tool may show a loss. Tokens are estimated as characters / 4.',
    examples: ['context-diet report', 'context-diet report --since 7d --json'],
  },
  {
    name: 'init',
    doc: 'Set up an agent so that its long tool results become digests',
    more:
      'Shows the change and asks before it writes; without a terminal it writes only with --yes. Every other key, its order, white space ' +
      'and comments stay. What was there before is kept, and --undo restores it byte for byte. No permission is ever granted.',
    examples: [
      'context-diet init claude-code',
      'context-diet init claude-code --scope project --yes',
      'context-diet init --undo',
    ],
    argument: { name: 'HOST', choices: ['claude-code'] },
  },
  {
    name: 'doctor',
    doc: 'Check that an agent really calls this program, and name the fix for each finding',
    more:
      'Looks at the versions, the settings, the stash, and runs the hook on a long result. Exits 1 when something that is set up does ' +
      'not work.',
    examples: ['context-diet doctor', 'context-diet doctor --json'],
  },
  {
    name: 'hook',
    doc: 'Answer one event of an agent host; the hook that init sets up starts it',
    more:
      'Reads one JSON object on standard input and prints the answer of the host, or nothing where the result stays as it is. Always exits ' +
      'with 0; what went wrong is in context-diet report.',
    examples: ['context-diet hook claude-code'],
    argument: { name: 'HOST', choices: ['claude-code'] },
  },
  {
    name: 'mcp',
    doc: 'Serve the verbs to an agent as MCP tools over standard input and output',
    more: 'Tools take a text or a path under --root.',
    examples: ['context-diet mcp --root .'],
  },
  {
    name: 'completions',
    doc: 'Print the completion script of a shell',
    more: 'Load it from the start-up file of the shell, for example: source <(context-diet completions bash)',
    examples: SHELLS.map((shell) => `context-diet completions ${shell}`),
    argument: { name: 'SHELL', choices: SHELLS },
  },
]
