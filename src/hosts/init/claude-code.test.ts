import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { MATCHER } from '../claude-code/matcher.ts'
import { addTo, areHooksOff, findHookCommands, formatHookCommand, isPluginEnabled, PLUGIN, removeFrom } from './claude-code.ts'
import { formatChange } from './diff.ts'
import { parseJson } from './json-edit.ts'

const setUp = { program: 'context-diet', shared: false, marketplace: '/opt/context-diet', windows: false }
const others = `{
  // mine
  "permissions": { "allow": ["Bash(ls:*)"], "deny": ["Bash(rm:*)"] },
  "hooks": {
    "PostToolUse": [
      { "matcher": "Write", "hooks": [{ "type": "command", "command": "prettier --write" }] }
    ],
    "Stop": []
  },
  "enabledPlugins": { "other@place": true },
  "model": "opus",
}
`

describe('addTo', () => {
  it('adds the hook, the marketplace and the plugin, and nothing else', () => {
    const before = parseJson(others) as { hooks: { PostToolUse: readonly object[] }; enabledPlugins: object }
    expect(parseJson(addTo(others, setUp))).toEqual({
      ...before,
      hooks: {
        ...before.hooks,
        PostToolUse: [
          ...before.hooks.PostToolUse,
          { matcher: MATCHER, hooks: [{ type: 'command', command: formatHookCommand(setUp), timeout: 30 }] },
        ],
      },
      enabledPlugins: { ...before.enabledPlugins, [PLUGIN]: true },
      extraKnownMarketplaces: { 'context-diet': { source: { source: 'directory', path: '/opt/context-diet' } } },
    })
  })

  it('keeps every line that was there, in order', () => {
    const after = addTo(others, setUp).split('\n')
    let at = -1
    for (const line of others.split('\n')) {
      at = after.findIndex(
        (candidate, i) => i > at && (candidate === line || candidate.startsWith(line.replace(/ \}.*|\s*$/, ''))),
      )
      expect(at, line).toBeGreaterThanOrEqual(0)
    }
  })

  it('changes nothing the second time', () => {
    const once = addTo(others, setUp)
    expect(addTo(once, setUp)).toBe(once)
  })

  it.each(['', ' \n'])('makes an empty file one with our keys (%j)', (text) => {
    expect(findHookCommands(parseJson(addTo(text, setUp)))).toHaveLength(1)
  })

  it('grants no permission', () => {
    expect(Object.keys(parseJson(addTo('{}', setUp)) as object).sort()).toEqual([
      'enabledPlugins',
      'extraKnownMarketplaces',
      'hooks',
    ])
    expect(Object.keys(parseJson(addTo('{}', { program: 'context-diet', shared: true, windows: false })) as object)).toEqual([
      'hooks',
    ])
  })

  it.each([
    ['{"hooks": []}', 'has no object at /hooks'],
    ['{"hooks": {"PostToolUse": {}}}', 'has no list at /hooks/PostToolUse'],
    ['[1]', 'is no JSON object'],
    ['{"a": }', 'is no JSON object'],
  ])('refuses %s', (text, message) => expect(() => addTo(text, setUp)).toThrow(message))
})

describe('removeFrom', () => {
  it('takes out what was added, also when others have added since', () => {
    // A trailing comma is the one thing that is not known to have been there.
    const plain = others.replace('"opus",', '"opus"')
    expect(removeFrom(addTo(plain, setUp))).toBe(plain)
    const later = addTo(plain, setUp).replace('"model": "opus"', '"model": "sonnet"')
    expect(removeFrom(later)).toBe(plain.replace('opus', 'sonnet'))
  })

  it('leaves the other hooks of an entry', () => {
    const mixed = JSON.stringify({
      hooks: {
        PostToolUse: [
          { matcher: 'Bash', hooks: [{ command: 'a' }, { command: 'context-diet hook claude-code' }, { command: 'b' }] },
        ],
      },
    })
    expect(JSON.parse(removeFrom(mixed))).toEqual({
      hooks: { PostToolUse: [{ matcher: 'Bash', hooks: [{ command: 'a' }, { command: 'b' }] }] },
    })
  })

  it('changes nothing where nothing of ours is', () => expect(removeFrom(others)).toBe(others))
})

describe('formatHookCommand', () => {
  it('stands down where the mod runs, and where others who share the file lack the program', () => {
    expect(formatHookCommand(setUp)).toBe(
      '[ -n "$CLAUDE_PID" ] && [ "$CONTEXT_DIET_MOD" = "$CLAUDE_PID" ] && exit 0; context-diet hook claude-code',
    )
    expect(formatHookCommand({ ...setUp, shared: true })).toContain(
      '; command -v context-diet >/dev/null || exit 0; context-diet hook',
    )
    expect(formatHookCommand({ ...setUp, windows: true })).toBe('context-diet hook claude-code')
  })

  it('is known again, whatever the program is called by', () => {
    for (const program of ['context-diet', '"/usr/bin/node" "/opt/x/dist/cli.js"', 'npx context-diet']) {
      const text = addTo('{}', { ...setUp, program })
      expect(findHookCommands(parseJson(text)), program).toHaveLength(1)
    }
  })

  it('has the matcher of the plugin', () => {
    const file = fileURLToPath(new URL('../../../plugins/claude-code/hooks/hooks.json', import.meta.url))
    expect(JSON.parse(readFileSync(file, 'utf8')).hooks.PostToolUse[0].matcher).toBe(MATCHER)
  })
})

describe('what settings say', () => {
  it('is read from its own place only', () => {
    const settings = parseJson('{"enabledPlugins": {"context-diet@context-diet": false}, "x": {"disableAllHooks": true}}')
    expect([isPluginEnabled(settings), areHooksOff(settings), findHookCommands(settings)]).toEqual([false, false, []])
    expect(areHooksOff(parseJson('{"disableAllHooks": true}'))).toBe(true)
  })
})

describe('formatChange', () => {
  it('shows changed lines with their numbers, and no other', () => {
    expect(formatChange('a\nb\nc\nd\ne\n', 'a\nB\nc\nd\nx\ne\n')).toBe('line 2:\n- b\n+ B\nline 5:\n+ x\n')
    expect(formatChange('', '{\n}\n')).toBe('line 1:\n+ {\n+ }\n')
    expect(formatChange('{\n}\n', '')).toBe('line 1:\n- {\n- }\n')
    expect(formatChange('a\n', 'a\n')).toBe('')
  })
})
