import { fileURLToPath } from 'node:url'
import { type Application, Clock, Config, createApp } from '@fw/core'
import { actingAs } from '@fw/core/testing'
import { Database } from '@fw/query'
import { Queue, Worker } from '@fw/queue'
import { expect } from 'vitest'
import { runFw } from '../../../packages/core/test/support/fw-process.ts'
import { inRepositoryCopy } from '../../../packages/core/test/support/temporary-application.ts'
import { type TestDatabase } from '../../../packages/queue/test/databases.ts'
import { Member, type Role } from '../src/members/member.ts'
import { Mailer } from '../src/reminders/mailer.ts'
import { Rooms } from '../src/rooms/rooms.ts'
import { StudioSettings } from '../src/settings.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

class SetClock extends Clock {
  time = 0

  override now(): number {
    return this.time
  }
}

class RecordingMailer extends Mailer {
  readonly sent: string[] = []

  async send(to: string, text: string): Promise<void> {
    this.sent.push(`${to}: ${text}`)
  }
}

/** The application on a database of the test, with its own clock. */
export class TestStudio {
  readonly clock = new SetClock()
  readonly mailer = new RecordingMailer()
  #app: Application | undefined

  static async start(database: TestDatabase): Promise<TestStudio> {
    const { code, stderr } = await runFw(
      inRepositoryCopy('apps/bookings'),
      ['migrate'],
      database.settings,
    )
    if (code !== 0) throw new Error(stderr)
    const studio = new TestStudio()
    const settings = { STUDIO_TIME_ZONE: 'Europe/Oslo' }
    studio.#app = await createApp(root, {
      validateResponses: true,
      bootstrap(container) {
        container
          .instance(Database, Database.of(database.connection))
          .instance(
            StudioSettings,
            new StudioSettings(Config.of(settings)),
          )
          .instance(Clock, studio.clock)
          .instance(Mailer, studio.mailer)
      },
    })
    return studio
  }

  get app(): Application {
    return this.#app as Application
  }

  /** Adds a member without a password, because hashing one is slow. */
  async addMember(
    name: string,
    role: Role = 'member',
  ): Promise<Member> {
    const email = `${name}@example.com`
    const row = { name, email, role, password_hash: 'none' }
    const members = this.app.container.get(Database).table('members')
    return new Member(
      Number(await members.insertGetId(row)),
      name,
      email,
      role,
    )
  }

  /** Adds a room with four seats, for 40.00 an hour. */
  async addRoom(name: string): Promise<number> {
    const rooms = this.app.container.get(Rooms)
    await rooms.save([{ name, seats: 4, hourlyCents: 4000 }])
    return (
      (await rooms.list(1)).find((room) => room.name === name)?.id ?? 0
    )
  }

  /** Sends a request, as a member or without one. */
  async ask(
    caller: Member | null,
    call: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: unknown; headers: Headers }> {
    const [method = '', path = ''] = call.split(' ')
    const request = new Request(`http://localhost${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const sent = caller ? actingAs(request, caller) : request
    const response = await this.app.kernel.fetch(sent)
    const text = await response.text()
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: response.headers,
    }
  }

  /** Runs the waiting jobs, and returns the mail that they sent. */
  async work(): Promise<string[]> {
    const queue = this.app.container.get(Queue)
    const stop = new AbortController()
    const worker = new Worker(queue, this.app.container)
    const working = worker.run(stop.signal)
    const rest = async () => {
      const [stats] = await queue.stats()
      return stats ? stats.waiting + stats.active + stats.delayed : 0
    }
    await expect.poll(rest).toBe(0)
    stop.abort()
    await working
    return this.mailer.sent.splice(0).toSorted()
  }
}
