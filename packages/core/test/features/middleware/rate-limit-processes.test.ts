import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../support/free-port.ts'
import { findPrograms } from '../../../../query/test/databases/find-programs.ts'
import { describeWith } from '../../../../query/test/databases/servers.ts'
import { FwProcess } from '../../support/fw-process.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'

const bootstrap = readFileSync(
  new URL('../../examples/limits/src/bootstrap.ts', import.meta.url),
  'utf8',
)

/** An application with a separate limit in Redis. */
function limitedApplication(name: string): string {
  const page = `
import { Get, RateLimit } from '@fw/core'

export class Pages {
  @RateLimit(100, '1d', { name: ${JSON.stringify(name)} })
  @Get('/')
  page() {
    return 'page'
  }
}
`
  const manifest = JSON.stringify({ name: 'limited', version: '1.0.0', type: 'module' })
  return temporaryApplication({
    'package.json': manifest,
    'src/pages.ts': page,
    'src/bootstrap.ts': bootstrap,
  })
}

function serve(root: string, redisPort: number): FwProcess {
  return new FwProcess(root, ['serve', '--host=127.0.0.1', '--port=0'], {
    REDIS_PORT: String(redisPort),
  })
}

async function statusOf(address: string): Promise<number> {
  const response = await fetch(address)
  await response.text()
  return response.status
}

await describeWith('redis', 'with Redis', (url) => {
  const port = Number(new URL(url).port || 6379)

  test('of concurrent requests to two processes, as many as allowed pass', async () => {
    const name = `processes-${process.pid}-${Date.now()}`
    const redis = new Redis(url)
    onTestFinished(async () => {
      await redis.del(`fw:rate:${name}:127.0.0.1`)
      await redis.quit()
    })
    const root = limitedApplication(name)
    const addresses = await Promise.all(
      [serve(root, port), serve(root, port)].map((server) => server.address()),
    )
    const statuses: number[] = []
    // All at the same time would take longer than the store may on a busy machine.
    for (let group = 0; group < 20; group += 1) {
      const requests = Array.from({ length: 50 }, (_, count) =>
        statusOf(addresses[count % 2] as string),
      )
      statuses.push(...(await Promise.all(requests)))
    }
    expect(Object.groupBy(statuses, String)).toEqual({
      200: Array.from({ length: 100 }, () => 200),
      429: Array.from({ length: 900 }, () => 429),
    })
  })
})

test('while Redis is unavailable, requests pass, with one warning until it is back', async ({
  skip,
}) => {
  const program = (await findPrograms('redis'))?.['server'] ?? ''
  skip(program === '', 'no redis-server. Install it: apt-get install redis-server.')
  const port = await freePort()
  let redis = startRedis(program, port)
  const server = serve(limitedApplication('outage'), port)
  const address = await server.address()
  const expectStatuses = async (expected: readonly (string | null)[]) => {
    await expect
      .poll(
        async () => {
          const { headers } = await fetch(address)
          return expected.includes(headers.get('ratelimit'))
        },
        { interval: 50 },
      )
      .toBe(true)
  }
  const counted = Array.from({ length: 99 }, (_, left) => `"outage";r=${left};t=864`)
  await expectStatuses(counted)

  await stop(redis)
  for (let count = 0; count < 20; count += 1) expect(await statusOf(address)).toBe(200)
  const warnings = () => server.stderr.match(/The rate limit store is failing/g)?.length
  expect(warnings()).toBe(1)

  redis = startRedis(program, port)
  await expectStatuses(counted)
  expect(server.stderr).toContain('The rate limit store is available again.')

  await stop(redis)
  expect(await statusOf(address)).toBe(200)
  await expect.poll(warnings).toBe(2)
})

function startRedis(program: string, port: number): ChildProcess {
  const folder = mkdtempSync(join(tmpdir(), 'fw-redis-'))
  const child = spawn(
    program,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
    { stdio: 'ignore' },
  )
  onTestFinished(async () => {
    await stop(child)
    rmSync(folder, { recursive: true, force: true })
  })
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
