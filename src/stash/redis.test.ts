/** The Redis stash on a real server, which the test starts on a free port and stops. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testConformance } from './conformance.ts'
import { createRedisStash, MARK_MARGIN_MS } from './redis.ts'
import { openRedisStash } from './redis-client.ts'
import { DEFAULT_TTL_MS, type Keeping, type Missing, type Stash, StashError } from './stash.ts'

const PREFIX = 'diet-test'
const isInstalled = spawnSync('redis-server', ['--version']).status === 0
const skip = !isInstalled && process.env.CI === undefined
if (skip) console.warn('redis.test.ts skipped: no redis-server on the PATH; scripts/ci-services.sh installs it')

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A server without files, ready for commands. */
const startServer = async (port: number): Promise<ChildProcess> => {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--daemonize', 'no']
  const server = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    let log = ''
    server.stdout!.setEncoding('utf8').on('data', (text: string) => {
      log += text
      if (log.includes('Ready to accept connections')) resolve()
    })
    server.on('error', reject)
    server.on('exit', () => reject(new Error(log)))
  })
  return server
}

const stopServer = async (server: ChildProcess | undefined): Promise<void> => {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill('SIGKILL')
  await exited
}

let port = 0
let server: ChildProcess | undefined
let admin: ReturnType<typeof createClient>
const opened: Stash[] = []
let prefixes = 0

const url = (): string => `redis://127.0.0.1:${port}`
const open = async (prefix: string, keeping: Keeping = {}): Promise<Stash> => {
  const stash = await openRedisStash({ url: url(), prefix, ...keeping })
  opened.push(stash)
  return stash
}

beforeAll(async () => {
  if (skip) return
  port = await freePort()
  server = await startServer(port)
  admin = createClient({ url: url() })
  admin.on('error', () => {})
  await admin.connect()
})

afterAll(async () => {
  for (const stash of opened) await stash.close()
  if (admin?.isOpen) admin.destroy()
  await stopServer(server)
})

describe.skipIf(skip)('on a real server', () => {
  testConformance({
    name: 'redis',
    create: async (keeping) => {
      const prefix = `${PREFIX}-${prefixes++}`
      const names = (part: string): Promise<string[]> => admin.keys(`{${prefix}}:${part}:*`)
      return {
        stash: await open(prefix, keeping),
        // What the server does when the time is over; another test waits for a short time in earnest.
        expire: async () => {
          for (const name of [...(await names('c')), ...(await names('m'))]) await admin.del(name)
          for (const name of await names('t')) await admin.pExpire(name, MARK_MARGIN_MS)
          for (const { value, score } of await admin.zRangeWithScores(`{${prefix}}:z`, 0, -1)) {
            await admin.zAdd(`{${prefix}}:z`, { value, score: score - DEFAULT_TTL_MS - 60_000 })
          }
        },
        tamper: async (key) => {
          await admin.set(`{${prefix}}:c:${key}`, 'the fake text', { KEEPTTL: true })
        },
        obstruct: async (key) => {
          await admin.del(`{${prefix}}:c:${key}`)
          await admin.hSet(`{${prefix}}:c:${key}`, 'not', 'a string')
        },
        reopen: (next) => open(prefix, next),
      }
    },
  })

  const reasonOf = async (action: Promise<unknown>): Promise<string> =>
    action.then(
      () => 'none',
      (error: unknown) => (error instanceof StashError ? error.reason : String(error)),
    )
  const missOf = async (stash: Stash, key: string): Promise<Missing['reason'] | 'found'> => {
    const answer = await stash.get(key)
    return answer.found ? 'found' : answer.reason
  }
  const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

  it('lets originals expire by their last use, on the clock of the server', async () => {
    // An original in its last second may be called expired when it was evicted, never the other way round.
    const stash = await open('short', { ttlMs: 400, pinOwn: false })
    const { key } = await stash.put('short-lived', { tool: 'Bash' })
    for (let n = 0; n < 3; n++) {
      await sleep(200)
      expect(await missOf(stash, key), 'each get is a use').toBe('found')
    }
    await sleep(600)
    expect(await missOf(stash, key)).toBe('expired')
    expect(await admin.keys('{short}:[cm]:*')).toEqual([])
    expect(await stash.gc()).toMatchObject({ expired: 1, evicted: 0 })
    expect(await missOf(stash, key)).toBe('expired')
  })

  it('calls evicted what the server removed before its time', async () => {
    const stash = await open('evicting', { pinOwn: false })
    const { key } = await stash.put('in the way')
    await admin.del(`{evicting}:c:${key}`)
    expect(await missOf(stash, key)).toBe('evicted')
    expect(await stash.gc()).toMatchObject({ expired: 0, evicted: 1 })
  })

  it('renews what is in use, since the server does not know', async () => {
    const stash = await open('renewing')
    const { key } = await stash.put('in use')
    await admin.pExpire(`{renewing}:c:${key}`, 5000)
    await stash.gc()
    expect(await admin.pTTL(`{renewing}:c:${key}`)).toBeGreaterThan(DEFAULT_TTL_MS - 60_000)
  })

  it('does not evict what another machine has just used', async () => {
    const gcOf = await open('shared', { pinOwn: false, maxBytes: 1000 })
    const { key } = await gcOf.put('x'.repeat(600))
    await sleep(5)
    await gcOf.put('y'.repeat(300))
    const send = admin.sendCommand.bind(admin)
    let touched = false
    const slow = createRedisStash({
      prefix: 'shared',
      pinOwn: false,
      maxBytes: 800,
      send: async (command) => {
        if (!touched && command.includes(key) && command.includes('evicted')) {
          touched = true
          await sleep(5)
          await gcOf.get(key)
        }
        return send([...command])
      },
    })
    expect(await slow.gc()).toMatchObject({ evicted: 0 })
    expect(touched).toBe(true)
    expect(await missOf(gcOf, key)).toBe('found')
  })

  it('says that the server is full, and keeps what it had', async () => {
    const stash = await open('full')
    const { key } = await stash.put('kept before')
    const used = Number(/used_memory:(\d+)/.exec(await admin.info('memory'))![1])
    await admin.configSet({ maxmemory: String(used), 'maxmemory-policy': 'noeviction' })
    try {
      expect(await reasonOf(stash.put('z'.repeat(1_000_000)))).toBe('full')
    } finally {
      await admin.configSet('maxmemory', '0')
    }
    expect(await missOf(stash, key)).toBe('found')
    expect(await stash.list()).toHaveLength(1)
  })

  it('says that the server may not be written, and still reads', async () => {
    const stash = await open('replica')
    const { key } = await stash.put('kept before')
    await admin.sendCommand(['REPLICAOF', '127.0.0.1', '1'])
    try {
      expect(await reasonOf(stash.put('new'))).toBe('readonly')
      expect(await missOf(stash, key)).toBe('found')
    } finally {
      await admin.sendCommand(['REPLICAOF', 'NO', 'ONE'])
    }
  })

  it('purges contents that no list names any more', async () => {
    const stash = await open('strays')
    await stash.put('stray', { tool: 'Bash' })
    await admin.del('{strays}:z')
    await stash.purge()
    expect(await admin.keys('{strays}:[cm]:*')).toEqual([])
  })

  it('keeps 2,000 entries apart from those of another prefix', async () => {
    const many = await open('many', { pinOwn: false })
    await (await open('few')).put('one')
    await Promise.all(Array.from({ length: 2000 }, (_, n) => many.put(`entry ${n}`)))
    expect(await many.list()).toHaveLength(2000)
    expect(await many.purge()).toMatchObject({ removed: 2000 })
    expect(await (await open('few')).list()).toHaveLength(1)
  })

  it('refuses a prefix that would be a pattern', async () => {
    expect(() => createRedisStash({ send: async () => null, prefix: 'a*' })).toThrow(RangeError)
  })

  it('fails at once without a server, and comes back with it', async () => {
    const own = await freePort()
    expect(await reasonOf(openRedisStash({ url: `redis://127.0.0.1:${own}` }))).toBe('unavailable')
    let lost = await startServer(own)
    const stash = await openRedisStash({ url: `redis://127.0.0.1:${own}` })
    try {
      const { key } = await stash.put('text')
      await stopServer(lost)
      expect(await reasonOf(stash.put('more'))).toBe('unavailable')
      expect(await missOf(stash, key)).toBe('unreadable')
      lost = await startServer(own)
      let reason = ''
      for (let tries = 0; tries < 100 && reason !== 'none'; tries++) {
        await sleep(50)
        reason = await reasonOf(stash.put('text'))
      }
      expect(reason).toBe('none')
    } finally {
      await stash.close()
      await stopServer(lost)
    }
  })

  it('does not wait for a server that never answers', async () => {
    const sockets: { destroy(): void }[] = []
    const silent: Server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const silentPort = typeof address === 'object' && address !== null ? address.port : 0
    expect(await reasonOf(openRedisStash({ url: `redis://127.0.0.1:${silentPort}`, timeoutMs: 200 }))).toBe('unavailable')
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
})
