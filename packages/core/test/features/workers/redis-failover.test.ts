import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  describeTopologies,
  type RedisTopology,
} from '../../../../query/test/databases/redis-topologies.ts'
import { FwProcess } from '../../support/fw-process.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'

const shop = `import { appendFileSync } from 'node:fs'
import { Application, Get, Post, Query, RateLimit, Schedule, Session, Sessions } from '@fw/core'
import { Queue, type Job } from '@fw/queue'

class Visit { constructor(public pages: number = 0) {} }

@Application()
@Sessions(Visit)
export class Shop {}

const write = (line: string) => appendFileSync('journal', process.pid + ' ' + line + '\\n')

export class Write implements Job {
  constructor(readonly line: string) {}
  handle() { write(this.line) }
}

export class Ticks {
  @Schedule('* * * * * *') tick() { write('tick') }
}

export class Pages {
  constructor(private readonly queue: Queue) {}

  @Get('/visit') visit(session: Session<Visit>) { return (session.data.pages += 1) }

  @RateLimit(5, '1d', { name: 'strict' })
  @Get('/limited') limited() {}

  @Post('/lines') async add(@Query() line: string) {
    await this.queue.push(new Write(line))
    return process.pid
  }
}
`

await describeTopologies((title, topology) => {
  test(`an application with only ${title} configured survives the death of the primary`, async () => {
    const served = await Served.start(topology())
    const visitors = Array.from({ length: 12 }, () => new Visitor(served.address))
    const visit = () => Promise.all(visitors.map((visitor) => visitor.visit()))
    const limit = () => Promise.all(Array.from({ length: 10 }, () => served.send('/limited')))
    const ofLimit = async () => (await limit()).filter(({ status }) => status === 429)

    expect(await visit()).toEqual(visitors.map(() => 'counted'))
    expect(await ofLimit()).toHaveLength(5)
    await served.push('first')
    await expect.poll(() => served.written(), patience).toContain('first')
    await expect.poll(() => served.written(), patience).toContain('tick')

    for (let number = 0; number < 20; number += 1) await served.push(`before-${number}`)
    const isOver = new AbortController()
    let pushing: Promise<void> | undefined
    await topology().failOver('{default}', 'kill', () => {
      pushing = served.pushUntil(isOver.signal)
    })

    await expect.poll(visit, patience).toEqual(visitors.map(() => 'counted'))
    await expect.poll(ofLimit, patience).toHaveLength(10)
    await expect.poll(() => served.health(), patience).toBe('up')
    const before = served.accepted.length
    const ticks = served.ticks()
    await expect.poll(() => served.accepted.length, patience).toBeGreaterThan(before + 20)
    isOver.abort()
    await pushing
    const lost = () => served.accepted.filter((line) => !served.written().includes(line))
    await expect.poll(lost, patience).toEqual([])
    await expect.poll(() => served.ticks(), patience).toBeGreaterThan(ticks + 1)
    // Two web servers, a worker and a scheduler, of which none was replaced.
    expect(served.processes.size).toBe(2)
    expect(served.writers().size).toBe(2)
  }, 240_000)
}, 1)

const patience = { interval: 100 }

/** The application, served by two processes, a worker and a scheduler. */
class Served {
  readonly address: string
  /** The lines of the jobs whose push succeeded. */
  readonly accepted: string[] = []
  /** The ids of the web servers. */
  readonly processes = new Set<string>()
  readonly #root: string
  readonly #admin: string

  private constructor(root: string, address: string, admin: string) {
    this.#root = root
    this.address = address
    this.#admin = admin
  }

  static async start({ settings }: RedisTopology): Promise<Served> {
    const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`)
    const root = temporaryApplication({
      'package.json': '{ "name": "shop", "type": "module" }',
      '.env': lines.join(''),
      'src/shop.ts': shop,
      journal: '',
    })
    const words = ['serve', '--workers', '2', '--with', 'queue,schedule']
    const server = { PORT: '0', HOST: '127.0.0.1', FW_ADMIN_PORT: '0', LOG_LEVEL: 'error' }
    const fw = new FwProcess(root, words, server)
    const address = await fw.address()
    const [, admin = ''] = await fw.printed(/Health at (http:\S+)\n/)
    return new Served(root, address, admin)
  }

  send(path: string, method = 'GET'): Promise<Response> {
    return fetch(this.address + path, { method, headers: { connection: 'close' } })
  }

  async push(line: string): Promise<void> {
    const response = await this.send(`/lines?line=${line}`, 'POST')
    const text = await response.text()
    if (!response.ok) return
    this.accepted.push(line)
    this.processes.add(text)
  }

  async pushUntil(signal: AbortSignal): Promise<void> {
    for (let number = 0; !signal.aborted; number += 1) {
      await this.push(`line-${number}`)
      await sleep(20)
    }
  }

  async health(): Promise<unknown> {
    const report = (await (await fetch(this.#admin)).json()) as {
      checks: { redis: { status: string } }
    }
    return report.checks.redis.status
  }

  /** Returns what jobs and schedules have written. */
  written(): string[] {
    return this.#journal().map(([, line = '']) => line)
  }

  ticks(): number {
    return this.written().filter((line) => line === 'tick').length
  }

  /** Returns the ids of the processes that have run jobs and schedules. */
  writers(): Set<string | undefined> {
    return new Set(this.#journal().map(([process]) => process))
  }

  #journal(): string[][] {
    const text = readFileSync(join(this.#root, 'journal'), 'utf8')
    return text.split('\n').flatMap((line) => (line === '' ? [] : [line.split(' ')]))
  }
}

/** A browser that remembers how many of its visits were confirmed. */
class Visitor {
  readonly #address: string
  #cookie = ''
  #confirmed = 0

  constructor(address: string) {
    this.#address = address
  }

  /** Returns `counted`, the status of a failure, or what was lost. */
  async visit(): Promise<unknown> {
    const headers = { connection: 'close', cookie: this.#cookie }
    const response = await fetch(`${this.#address}/visit`, { headers })
    const text = await response.text()
    if (!response.ok) return response.status
    const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
    if (cookie !== '') this.#cookie = cookie
    const pages = Number(text)
    if (pages <= this.#confirmed) return `${pages} after ${this.#confirmed}`
    this.#confirmed = pages
    return 'counted'
  }
}
