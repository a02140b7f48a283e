import { describe, expect, test } from 'vitest'
import { lostIn, movedPathIn, parsePostToolUse, slotOf, toToolResult } from './events.ts'

const event = (tool: string, response: unknown, input: object = {}) =>
  parsePostToolUse({
    hook_event_name: 'PostToolUse',
    session_id: 's',
    cwd: '/p',
    tool_name: tool,
    tool_input: input,
    tool_response: response,
  })!

test.each([undefined, null, 3, [], {}, { hook_event_name: 'PreToolUse', tool_name: 'Bash' }, { hook_event_name: 'PostToolUse' }])(
  '%j is no event',
  (value) => {
    expect(parsePostToolUse(value)).toBeUndefined()
  },
)

describe('Bash', () => {
  const plain = { stdout: 'long', stderr: '', interrupted: false, isImage: false, noOutputExpected: false }

  test('the same response with another text', () => {
    const slot = slotOf(event('Bash', plain))!
    expect(slot).toMatchObject({ text: 'long', exitCode: 0 })
    expect(slot.replace('short')).toEqual({ ...plain, stdout: 'short' })
  })

  test('moved: the path, and a replacement without it', () => {
    const slot = slotOf(event('Bash', { ...plain, persistedOutputPath: '/x.txt', persistedOutputSize: 9 }))!
    expect(slot.fullPath).toBe('/x.txt')
    expect(slot.replace('short')).toEqual({ ...plain, stdout: 'short' })
  })

  test('a code that the program explains is not taken for 0', () => {
    expect(slotOf(event('Bash', { ...plain, returnCodeInterpretation: 'No matches found' }))!.exitCode).toBeUndefined()
  })

  test.each([{ isImage: true }, { interrupted: true }, { backgroundTaskId: 'b1' }, { stderr: 'apart' }, { stdout: 3 }])(
    'left alone: %j',
    (changed) => {
      expect(slotOf(event('Bash', { ...plain, ...changed }))).toBeUndefined()
    },
  )
})

test('Grep and Glob', () => {
  const content = { mode: 'content', filenames: [], content: 'a:1:x', numLines: 1 }
  expect(slotOf(event('Grep', content))!.replace('y')).toEqual({ ...content, content: 'y' })
  const files = { mode: 'files_with_matches', filenames: ['a', 'b'], numFiles: 2 }
  const slot = slotOf(event('Grep', files))!
  expect(slot.text).toBe('a\nb')
  expect(slot.replace('[diet] x\na')).toEqual({ ...files, filenames: ['[diet] x', 'a'] })
  expect(slotOf(event('Glob', { filenames: [], numFiles: 0 }))).toBeUndefined()
})

test('MCP: text or blocks of text; an image among them leaves all alone', () => {
  expect(slotOf(event('mcp__a__b', '{"x":1}'))!.replace('y')).toBe('y')
  const blocks = [
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b' },
  ]
  expect(slotOf(event('mcp__a__b', blocks))!.text).toBe('a\nb')
  expect(slotOf(event('mcp__a__b', blocks))!.replace('y')).toEqual([{ type: 'text', text: 'y' }])
  expect(slotOf(event('mcp__a__b', [...blocks, { type: 'image', data: '' }]))).toBeUndefined()
})

test.each(['Read', 'Edit', 'Write', 'WebFetch', 'Task'])('%s is never touched', (tool) => {
  expect(slotOf(event(tool, { stdout: 'x', content: 'x' }))).toBeUndefined()
})

test('the result of a shell command', () => {
  const bash = event('Bash', { stdout: 'x', stderr: '' }, { command: 'npm test' })
  expect(toToolResult(bash, slotOf(bash)!, undefined)).toMatchObject({
    tool: 'Bash',
    sort: 'shell',
    command: 'npm test',
    text: 'x',
    sessionId: 's',
    moved: false,
  })
  const full = { text: 'xyz', bytes: new Uint8Array(3) }
  expect(toToolResult(bash, slotOf(bash)!, full)).toMatchObject({ text: 'xyz', bytes: full.bytes, moved: true })
})

test('what the program says about outputs that it moved or cut', () => {
  const moved =
    '<persisted-output>\nOutput too large (106.3KB). Full output saved to: /tmp/a b/c.txt\n\nPreview (first 2KB):\n1\n2\n...\n</persisted-output>'
  expect(movedPathIn(moved)).toBe('/tmp/a b/c.txt')
  expect(movedPathIn(`> ${moved}`)).toBeUndefined()
  expect(lostIn('a\n\n... [13904 characters truncated] ...\n\nb')).toBe(13_904)
  expect(lostIn('a ... [13904 characters truncated] ... b')).toBeUndefined()
})
