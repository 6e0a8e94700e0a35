import { fork } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Report } from '../../tools/console/fixtures/ask-until-refused.ts'
import { FwProcess, runFw } from '../../support/fw-process.ts'
import { frameworkApplication, temporaryApplication } from '../../support/temporary-application.ts'

const clients = fileURLToPath(
  new URL('../../tools/console/fixtures/ask-until-refused.ts', import.meta.url),
)

const site = `import { Body, Get, HealthCheck, Post, Query, type int } from '@fw/core'
import { setTimeout } from 'node:timers/promises'
const kept: Buffer[] = []
export class Site {
  @Get('/quick') quick() { return 'quick' }
  @Get('/slow') async slow() { console.log('Slow.'); await setTimeout(150); return 'slow' }
  @Post('/json') json(@Body() value: unknown) { return value }
  @Post('/uploads') async upload(document: File) { return (await document.text()).length }
  @Get('/pid') pid() { return process.pid }
  @Get('/leak') leak(@Query() megabytes: int) { kept.push(Buffer.alloc(megabytes * 1024 ** 2, 1)); return process.pid }
  @HealthCheck('process') check() { return process.pid }
}
`

const files = { 'package.json': '{ "type": "module" }', 'src/site.ts': site }

const application = (more: Readonly<Record<string, string>> = {}) =>
  temporaryApplication({ ...files, ...more })

const ports = { PORT: '0', HOST: '127.0.0.1', FW_ADMIN_PORT: '0' }

class Service extends FwProcess {
  static async start(
    words: readonly string[],
    env: Readonly<Record<string, string>> = {},
    root = application(),
  ) {
    const service = new Service(root, ['serve', ...words], { ...ports, ...env })
    await service.address()
    return service
  }

  /** Sends a request on a new connection. Rejects after a minute. */
  async send(path: string): Promise<unknown> {
    const response = await fetch((await this.address()) + path, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(60_000),
    })
    return response.json()
  }

  async health(
    path = '/health',
  ): Promise<{ status: string; checks: { process: { details: number } } }> {
    const [, admin] = await this.printed(/Health at (http:\S+)\/health\n/)
    return (await (await fetch(`${admin}${path}`)).json()) as never
  }

  /** Waits until so many processes answer; gives their ids. */
  async processes(count: number): Promise<number[]> {
    const found = new Set<unknown>()
    const ask = async () => {
      const pid = await this.send('/pid').catch(() => undefined)
      if (pid !== undefined) found.add(pid)
      return found.size
    }
    await expect.poll(ask).toBeGreaterThanOrEqual(count)
    return [...found] as number[]
  }
}

/** True if the process exists. */
function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** Clients that send requests until the server no longer listens. */
function send(address: string) {
  const load = fork(clients, [new URL(address).port, '3'])
  onTestFinished(() => void load.kill())
  let answered = 0
  let report: Report | undefined
  load.on('message', (message: number | Report) => {
    if (typeof message === 'number') answered = message
    else report = message
  })
  return {
    more: async (count: number) => {
      const target = answered + count
      await expect.poll(() => answered).toBeGreaterThan(target)
    },
    report: async () => {
      await expect.poll(() => report).toBeDefined()
      return report as Report
    },
  }
}

describe('fw serve --workers', () => {
  test('uses that many processes, and prints the address once', async () => {
    const service = await Service.start(['--workers', '3'])

    expect(await service.processes(3)).toHaveLength(3)
    expect(service.stdout.match(/Listening on/g)).toHaveLength(1)
    expect((await service.processes(3)).includes(service.child.pid ?? 0)).toBe(false)

    service.child.kill('SIGTERM')
    expect(await service.exit).toBe(0)
  })

  test('SIGTERM fails no request of 2 processes, and ready fails first', async () => {
    const service = await Service.start(['--workers', '2'], { FW_SHUTDOWN_DELAY: '500ms' })
    await service.processes(2)
    const load = send(await service.address())
    await load.more(600)

    service.child.kill('SIGTERM')
    await expect.poll(async () => (await service.health('/health/ready')).status).toBe('stopping')
    expect(await service.send('/quick')).toBe('quick')

    expect(await service.exit).toBe(0)
    const { failures, answered } = await load.report()
    expect(failures).toEqual([])
    expect(answered).toBeGreaterThan(600)
  })

  test('SIGHUP replaces each process, and fails no request', async () => {
    const service = await Service.start(['--workers', '3'])
    const before = await service.processes(3)
    const load = send(await service.address())
    await load.more(300)

    service.child.kill('SIGHUP')
    await service.printed(/All workers have been replaced/, 60)
    await load.more(300)
    const after = await service.processes(3)
    expect(after.filter((pid) => before.includes(pid))).toEqual([])

    service.child.kill('SIGTERM')
    expect(await service.exit).toBe(0)
    expect((await load.report()).failures).toEqual([])
  })

  test('a connection that was passed to the only worker is handled by its successor if it dies', async () => {
    const service = await Service.start(['--workers', '1', '--max-memory', '2000'])
    const [pid = 0] = await service.processes(1)

    process.kill(pid, 'SIGSTOP')
    const response = service.send('/pid')
    await sleep(300)
    process.kill(pid, 'SIGKILL')

    const next = await response
    expect(next).not.toBe(pid)
    expect(await service.processes(1)).toEqual([next])
  })

  test('a process above --max-memory is replaced, and no request fails', async () => {
    const service = await Service.start(['--workers', '2', '--max-memory', '300'])
    await service.processes(2)
    const load = send(await service.address())
    const pid = (await service.send('/leak?megabytes=250')) as number

    await service.printed(/A worker uses \d+ MB, more than the limit\. It is replaced\./, 30)
    await expect.poll(() => kill(pid, 0)).toBe(false)
    await load.more(100)
    await service.processes(2)

    service.child.kill('SIGTERM')
    expect(await service.exit).toBe(0)
    expect((await load.report()).failures).toEqual([])
  })

  test('ends with the error, shown once, if no worker becomes ready', async () => {
    const broken = {
      'src/broken.ts':
        'import { Get } from "@fw/core"\nexport class Broken { @Get("no") x() {} }\n',
    }
    const { code, stdout, stderr } = await runFw(
      application(broken),
      ['serve', '--workers', '3'],
      ports,
    )

    expect(code).toBe(1)
    expect(stderr.match(/Broken\.x/g)).toHaveLength(1)
    expect(stdout).not.toContain('Listening')
  })

  test('no worker survives the death of the primary', async () => {
    const service = await Service.start(['--workers', '2'])
    const pids = await service.processes(2)

    service.child.kill('SIGKILL')
    await expect.poll(() => pids.some((pid) => kill(pid, 0))).toBe(false)
  })

  test('a worker whose primary is killed before it listens ends without an error', async () => {
    const root = application({
      'src/bootstrap.ts': `import { createServer } from 'node:net'
export default () => {
  const primary = process.ppid
  process.kill(primary, 'SIGKILL')
  while (process.ppid === primary) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
  createServer().listen(0)
}
`,
    })
    const { code, stderr } = await runFw(root, ['serve', '--workers', '2'], ports)
    expect({ code, stderr }).toEqual({ code: 'SIGKILL', stderr: '' })
  })

  test.each([
    [
      ['--workers', 'many'],
      '--workers of fw serve takes a number of processes such as 4, or "auto".',
    ],
    [['--workers', '0'], '--workers of fw serve takes'],
    [['--with', 'Queue'], '--with of fw serve takes names with commas between them'],
    [
      ['--workers', '2', '--max-memory', '0'],
      '--max-memory of fw serve takes a number of MB above 0.',
    ],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await runFw(application(), ['serve', ...words], ports)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })
})

describe('a service of two workers', () => {
  const { root } = frameworkApplication(files)
  const folder = join(root, 'node_modules/@fw/counting')
  mkdirSync(folder)
  writeFileSync(
    join(folder, 'package.json'),
    '{ "name": "@fw/counting", "type": "module", "exports": { "./extension": "./extension.js" } }',
  )
  writeFileSync(
    join(folder, 'extension.js'),
    `import { Reply } from '@fw/core'
export const extension = {
  adminEndpoints: { '/pids': { collect: () => process.pid, reply: (pids) => Reply.json(pids) } },
}
`,
  )
  let service: Service
  beforeAll(async () => {
    service = await Service.start(['--workers', '2'], {}, root)
    return () => service.stop()
  })

  test('gets the health from one worker, and the data of packages from all of them', async () => {
    const pids = await service.processes(2)

    const { status, checks } = await service.health()
    expect(status).toBe('up')
    expect(pids).toContain(checks.process.details)
    const collected = (await service.health('/pids')) as unknown as number[]
    expect(collected.toSorted()).toEqual(pids.toSorted())
  })

  test('a killed process is replaced, and a connection that was passed to it is handled by another', async () => {
    const [stopped = 0, other] = await service.processes(2)

    process.kill(stopped, 'SIGSTOP')
    const responses = Array.from({ length: 10 }, () => service.send('/pid'))
    // One of them waits for the worker that does nothing.
    expect(await Promise.race(responses)).toBe(other)
    await sleep(300)
    process.kill(stopped, 'SIGKILL')

    expect(new Set(await Promise.all(responses))).toEqual(new Set([other]))
    await service.printed(/A worker has ended \(SIGKILL\). Another starts in 100 ms/)
    await expect.poll(() => service.send('/pid')).not.toBe(other)
  })

  test('a process that does not start does not affect the running ones', async () => {
    const before = await service.processes(2)

    writeFileSync(
      join(root, 'src/site.ts'),
      'import { Get } from "@fw/core"\nexport class Site { @Get("no") x() {} }\n',
    )
    service.child.kill('SIGHUP')
    await service.printed(/The running workers continue/, 40)

    expect((await service.processes(2)).toSorted()).toEqual(before.toSorted())
    expect(service.stderr).toContain('Site.x')
  })

  test('a signal to all processes, as sent by a terminal, ends them in order', async () => {
    const pids = await service.processes(2)
    const slow = service.send('/slow')
    await service.printed(/Slow\./)
    for (const pid of [...pids, service.child.pid ?? 0]) process.kill(pid, 'SIGINT')
    expect(await slow).toBe('slow')
    expect(await service.exit).toBe(0)
  })
})
