/** Run by `claude plugin test`: the built mod inside the program's own test kit. */
import { expect, test } from 'claude-code/testing'

/** Loading the mod and its first digest, on a machine that does other things as well. */
const time = { timeoutMs: 60_000 }

const log = Array.from({ length: 600 }, (_, n) =>
  n === 300 ? 'ERROR a.ts:3: expected 4, received 5' : `step ${n} of the import is done`,
).join('\n')

/** Nothing sits beneath the plugin: each hook here stands for the engine. `exitCode` is that of the shell which saves. */
const beneath = (on, exitCode = 0) => {
  const ran = []
  on('session.root', () => ({ value: '/project' }))
  on('session.id', () => ({ value: 's1' }))
  on('process.hookEnv', () => ({ value: { CLAUDE_PID: '1', CLAUDE_PLUGIN_ROOT: '/plugin' } }))
  on('env.get', () => ({ value: undefined }))
  on('env.set', () => ({ value: {} }))
  on('command.register', () => ({ value: { command: 'diet' } }))
  on('fs.exists', (_, e) => ({ value: e.path === '/project/.git' }))
  on('fs.read', () => ({ value: '{}' }))
  on('fs.list', () => ({ value: [] }))
  on('store.get', () => ({ value: undefined }))
  on('store.set', () => ({ value: undefined }))
  on('ui.status', () => ({ value: undefined }))
  on('ui.toast', () => ({ value: undefined }))
  on('process.run', (_, e) => {
    ran.push(e)
    return {
      value: {
        exitCode,
        stdout: '',
        stderr: exitCode === 0 ? '' : 'No space left on device',
        isStdoutTruncated: false,
        isStderrTruncated: false,
      },
    }
  })
  on('session.start', (_, e) => ({ cwd: e.cwd }))
  return ran
}

const call = ($) =>
  $.session.append({
    message: {
      type: 'assistant',
      role: 'assistant',
      content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'npm test' } }],
    },
    door: 'response',
    origin: { kind: 'model', model: 'test' },
    uuid: 'u1',
  })

const result = ($, content, is_error = false) =>
  $.session.append({
    message: { type: 'user', role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content, is_error }] },
    door: 'tool-result',
    origin: { kind: 'tool', tool: 'Bash' },
    uuid: 'u2',
  })

test('a long failing result becomes a digest with its exit code', time, async ($, on) => {
  beneath(on)
  await $.session.start({ cwd: '/project', surface: null, isInteractive: false })
  await call($)
  const row = await result($, `Exit code 1\n${log}`, true)
  const text = row.message.content[0].content
  expect(text).toContain('Exit code 1\n[diet] ')
  expect(text).toContain('ERROR a.ts:3: expected 4, received 5')
  expect(text).toContain('complete output, unmodified: /project/.context-diet/')
})

test('a short result stays', time, async ($, on) => {
  beneath(on)
  await $.session.start({ cwd: '/project', surface: null, isInteractive: false })
  await call($)
  const row = await result($, 'fine')
  expect(row.message.content[0].content).toBe('fine')
})

test('an original that cannot be saved: the result stays', time, async ($, on) => {
  beneath(on, 5)
  await $.session.start({ cwd: '/project', surface: null, isInteractive: false })
  await call($)
  const row = await result($, log)
  expect(row.message.content[0].content).toBe(log)
})

test('/diet answers', time, async ($, on) => {
  beneath(on)
  await $.session.start({ cwd: '/project', surface: null, isInteractive: false })
  const { text } = await $.command.run({ command: 'diet', args: 'demo' })
  expect(text).toContain('failures shown 1 of 1')
})
