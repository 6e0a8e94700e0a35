import { mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createApp, type Application, type Bootstrap } from '@fw/core'
import { RedisConnection } from '@fw/core/redis'
import { MemoryRateLimits, MemorySessions, RateLimitStore, SessionStore } from '@fw/core/web'
import { Redis } from 'ioredis'
import { describe, expect, onTestFinished, test } from 'vitest'
import { describeWith } from '../../../../query/test/databases/servers.ts'
import { importableApplication } from '../../support/temporary-application.ts'

const page = `import { Get, RateLimit, Session, Sessions } from '@fw/core'
class Visit { constructor(public pages: number = 0) {} }
export class Pages {
  @RateLimit(3, '1d', { name: 'configured' })
  @Sessions(Visit)
  @Get('/') show(session: Session<Visit>) { return (session.data.pages += 1) }
}
`

const keys = `FW_KEYS=${'k'.repeat(32)}\n`

function pages(env: string): string {
  return importableApplication({
    'package.json': '{ "type": "module" }',
    '.env': env,
    'src/pages.ts': page,
  })
}

class SlowlyLoaded extends RedisConnection {
  isLoaded = false

  override async client() {
    const client = await super.client()
    await new Promise((resolve) => setTimeout(resolve, 500))
    this.isLoaded = true
    return client
  }
}

async function boot(root: string, bootstrap?: Bootstrap): Promise<Application> {
  const app = await createApp(root, bootstrap && { bootstrap })
  onTestFinished(() => app.container[Symbol.asyncDispose]())
  return app
}

async function visit({ kernel }: Application, cookie = '') {
  const response = await kernel.fetch(new Request('http://localhost/', { headers: { cookie } }))
  const [set = ''] = (response.headers.get('set-cookie') ?? '').split(';')
  return { status: response.status, body: await response.json(), cookie: set }
}

await describeWith('redis', 'with a configured Redis', (url) => {
  test('sessions and limits are stored in Redis, for all processes, with the prefix', async () => {
    const prefix = `fw-test-${process.pid}-${Date.now()}`
    const redis = new Redis(url)
    onTestFinished(async () => {
      for (const key of await redis.keys(`${prefix}:*`)) await redis.del(key)
      await redis.quit()
    })
    const root = pages(`REDIS_URL=${url}\nREDIS_PREFIX=${prefix}\n`)
    const apps = [await boot(root), await boot(root)] as const
    const { body, cookie } = await visit(apps[0])
    expect(body).toBe(1)
    expect(await visit(apps[1], cookie)).toMatchObject({ status: 200, body: 2 })
    expect(await visit(apps[0], cookie)).toMatchObject({ status: 200, body: 3 })
    expect(await visit(apps[1], cookie)).toMatchObject({ status: 429 })
    const found = (await redis.keys(`${prefix}:*`)).map((key) => key.split(':')[1])
    expect(found.toSorted()).toEqual(['rate', 'session'])
  })

  test('settings and stores of the application take precedence', async () => {
    const places = 'SESSION_CONNECTION=cookie\nRATE_LIMIT_CONNECTION=memory\n'
    const app = await boot(pages(`REDIS_URL=${url}\n${keys}${places}`))
    expect(app.container.has(SessionStore)).toBe(false)
    expect(app.container.get(RateLimitStore)).toBeInstanceOf(MemoryRateLimits)
    expect(await visit(app)).toMatchObject({ status: 200, body: 1 })

    const sessions = new MemorySessions()
    const limits = new MemoryRateLimits()
    const own = await boot(pages(`REDIS_URL=${url}\n`), (container) => {
      container.instance(SessionStore, sessions).instance(RateLimitStore, limits)
    })
    expect(own.container.get(SessionStore)).toBe(sessions)
    expect(own.container.get(RateLimitStore)).toBe(limits)
  })
})

describe('without an available Redis', () => {
  test('sessions are sealed and limits are counted in memory', async () => {
    const app = await boot(pages(keys))
    expect(app.container.has(SessionStore)).toBe(false)
    expect(app.container.get(RateLimitStore)).toBeInstanceOf(MemoryRateLimits)
  })

  test('the application boots and responds', async () => {
    const server = createServer(() => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const app = await boot(pages(`REDIS_URL=redis://127.0.0.1:${port}\nLOG_LEVEL=error\n`))
    expect((await visit(app)).status).toBe(503)
  })

  test('boot waits until the client is loaded', async () => {
    const connection = new SlowlyLoaded({ host: '127.0.0.1', port: 1 })
    await boot(pages('REDIS_URL=redis://127.0.0.1:1\n'), (container) => {
      container.instance(RedisConnection, connection)
    })
    expect(connection.isLoaded).toBe(true)
    await connection.close()
  })

  test('the error at boot contains the client to install', async () => {
    const root = pages('REDIS_URL=redis://127.0.0.1:1\n')
    const installed = readlinkSync(join(root, 'node_modules'))
    rmSync(join(root, 'node_modules'))
    mkdirSync(join(root, 'node_modules/@fw'), { recursive: true })
    for (const name of ['@fw/core', '@fw/transform']) {
      symlinkSync(join(installed, name), join(root, 'node_modules', name))
    }
    await expect(boot(root)).rejects.toThrow(
      'are stored in Redis, but this needs the package ioredis. Run: npm install ioredis.',
    )
  })
})
