import { Container, JsonLogger, Logger } from 'fw'
import { Worker, type Queue } from '@fw/queue'
import { DatabaseQueue } from '@fw/queue/database'
import { RedisQueue } from '@fw/queue/redis'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgresDatabase } from '../../query/test/databases/scratch-database.ts'
import { describeWith } from '../../query/test/databases/servers.ts'
import { describeRedis } from './backends.ts'
import { Notes, Write } from './fixtures/jobs.ts'

await describeWith('postgres', 'PostgreSQL', (server) => {
  test('a worker goes on when the database is back', async () => {
    const database = await createPostgresDatabase(server)
    const { hostname, port, pathname, username } = new URL(database.url)
    const line = await Line.to(hostname, Number(port))
    const pool = new Pool({
      host: '127.0.0.1',
      port: line.port,
      user: username,
      database: pathname.slice(1),
    })
    await goesOn(new DatabaseQueue(pool), line)
    await pool.end()
    line.cut()
    await database.drop()
  }, 40_000)
})

await describeRedis((_title, { host, port, prefix }) => {
  test('a worker goes on when Redis is back', async () => {
    const line = await Line.to(host, port)
    await goesOn(new RedisQueue({ host: '127.0.0.1', port: line.port }, { prefix }), line)
    line.cut()
  }, 40_000)
})

async function goesOn(queue: Queue, line: Line): Promise<void> {
  const notes = new Notes()
  const stop = new AbortController()
  const container = new Container()
    .instance(Notes, notes)
    .instance(Logger, new JsonLogger({ level: 'silent' }))
    .boot()
  const running = new Worker(queue, container).run(stop.signal)
  await queue.push(new Write('before'))
  await expect.poll(() => notes.lines, { timeout: 10_000 }).toEqual(['before'])

  line.cut()
  await expect(queue.push(new Write('lost'))).rejects.toThrow()
  await line.mend()

  await expect
    .poll(() => queue.push(new Write('after')).then(() => 'pushed', String), { timeout: 15_000 })
    .toBe('pushed')
  await expect.poll(() => notes.lines, { timeout: 15_000 }).toContain('after')
  stop.abort()
  await running
  await queue.close()
}

/** A way to a server that can be cut. */
class Line {
  port = 0
  readonly #target: { readonly host: string; readonly port: number }
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined

  private constructor(host: string, port: number) {
    this.#target = { host, port }
  }

  static async to(host: string, port: number): Promise<Line> {
    const line = new Line(host, port)
    await line.mend()
    onTestFinished(() => line.cut())
    return line
  }

  async mend(): Promise<void> {
    this.#server = createServer((socket) => this.#join(socket)).listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.port = (this.#server.address() as AddressInfo).port
  }

  cut(): void {
    this.#server?.close()
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
  }

  #join(socket: Socket): void {
    const other = connect(this.#target)
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      this.#sockets.add(from)
      from.on('error', () => to.destroy()).on('close', () => to.destroy())
      from.pipe(to)
    }
  }
}
