import { describe, expect, it } from 'vitest'
import { getRawReason, hasBackgroundJob, shellScriptOf } from './modes.ts'

describe('getRawReason', () => {
  it.each([
    ['npm test -- --watch'],
    ['npx jest --watchAll'],
    ['npx tsc -w'],
    ['vite build --watch'],
    ['tail -f app.log'],
    ['tail -n5 -F app.log'],
    ['docker logs -f web'],
    ['journalctl --follow'],
    ['kubectl logs --follow=true pod/web'],
    ['npm run dev'],
    ['pnpm test:watch'],
    ['yarn start'],
    ['/usr/bin/watch ls'],
    ['vitest --watch=true'],
  ])('%s watches', (line) => expect(getRawReason(line.split(' '))).toBe('it watches'))

  it.each([['nohup node server.js'], ['nginx --daemon'], ['docker compose up --detach'], ['setsid make']])(
    '%s goes on in the background',
    (line) => expect(getRawReason(line.split(' '))).toBe('it goes on in the background'),
  )

  it.each([['git status --porcelain'], ['git status --porcelain=v2']])('%s prints for a program', (line) =>
    expect(getRawReason(line.split(' '))).toBe('its output is for a program'),
  )

  it.each([
    ['npm test'],
    ['npm run build'],
    ['npm run start-check'],
    ['grep -w watch src'],
    ['grep -rf patterns.txt src'],
    ['rm -f tail.log'],
    ['jest --watch=false'],
    ['jest --watchAll=false'],
    ['jest --watch false'],
    ['vitest --watch --no-watch'],
    ['cargo test --release'],
    ['git log --follow README.md'],
    ['git push --follow-tags'],
  ])('%s is digested', (line) => expect(getRawReason(line.split(' '))).toBeUndefined())

  it('reads the script of a shell', () => {
    expect(getRawReason(['bash', '-c', 'node server.js & curl localhost'])).toBe('it goes on in the background')
    expect(getRawReason(['bash', '-lc', 'npm test && npm run dev'])).toBe('it watches')
    expect(getRawReason(['sh', '-c', 'make 2>&1 && echo "a & b"'])).toBeUndefined()
    expect(getRawReason(['sh', 'script.sh', '-c', 'x & y'])).toBeUndefined()
  })
})

describe('shellScriptOf', () => {
  it.each([
    [['bash', '-c', 'make'], 'make'],
    [['/bin/sh', '-ec', 'make', 'x'], 'make'],
    [['bash', '-e', '-o', '-c', 'make'], 'make'],
    [['node', '-c', 'x'], undefined],
    [['bash', 'x.sh'], undefined],
    [['bash', '-c'], undefined],
    [[], undefined],
  ])('%j', (command, script) => expect(shellScriptOf(command)).toBe(script))
})

describe('hasBackgroundJob', () => {
  it.each([['a &'], ['a& b'], ['(a &) ; b'], ['a && b & c'], ['a "x" &'], ["echo 'it'\\''s' & b"]])('%s', (script) =>
    expect(hasBackgroundJob(script)).toBe(true),
  )
  it.each([
    ['a && b'],
    ['a 2>&1'],
    ['a >& f'],
    ['a &> f'],
    ['a &>> f'],
    ['a |& b'],
    ['a "b & c"'],
    ["a 'b & c'"],
    ['a \\& b'],
    [''],
  ])('none in %s', (script) => expect(hasBackgroundJob(script)).toBe(false))
})
