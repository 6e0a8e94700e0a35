import { writeFileSync } from 'node:fs'
import { Config } from '@fw/core'
import { CommandRunner } from '@fw/core/console'
import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { McpTestClient } from '@fw/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeSqlite } from '../../../packages/queue/test/databases.ts'
import { StudioTools } from '../src/agents/studio-tools.ts'
import { OpeningHours } from '../src/bookings/opening-hours.ts'
import { StudioSettings } from '../src/settings.ts'
import { TestStudio } from './studio.ts'

test.each([
  ['2026-03-28', 23],
  ['2026-03-29', 22],
  ['2026-10-25', 24],
])('%s has %i different hours', (day, count) => {
  const config = {
    STUDIO_TIME_ZONE: 'Europe/Oslo',
    STUDIO_OPENS: '0',
    STUDIO_CLOSES: '23',
  }
  const settings = new StudioSettings(Config.of(config))
  const hours = new OpeningHours(settings).of(
    Temporal.PlainDate.from(day),
  )
  expect(hours).toHaveLength(count)
  expect(new Set(hours.map(Number)).size).toBe(count)
})

describeSqlite((_title, database) => {
  let studio: TestStudio
  let blue: number
  beforeAll(async () => {
    studio = await TestStudio.start(database)
    studio.clock.time = Date.parse('2026-11-30T12:00:00Z')
    blue = await studio.addRoom('Blue Room')
  })
  afterAll(() => studio.app.container[Symbol.asyncDispose]())

  test('a member signs in and out, and creates a key for an agent', async () => {
    const { commands, container } = studio.app
    const email = 'eve@example.com'
    const password = 'correct horse'
    const add = ['members:add', 'Eve', email, '--password', password]
    const printed: string[] = []
    const stream = { write: (text: string) => printed.push(text) }
    const output = { stdout: stream, stderr: stream }
    const runner = new CommandRunner(commands, container, output)
    expect(await runner.run(add)).toBe(0)
    expect(await runner.run(add)).toBe(1)
    expect(printed).toEqual([`${email} already belongs to a member.\n`])

    const signIn = 'POST /api/account/session'
    const wrong = await studio.ask(null, signIn, {
      email,
      password: 'x',
    })
    expect(wrong.status).toBe(401)
    const right = await studio.ask(null, signIn, { email, password })
    const [cookie = ''] =
      right.headers.get('set-cookie')?.split(';') ?? []
    const ask = (call: string, headers: Record<string, string>) =>
      studio.ask(null, call, undefined, headers)
    const { body } = await ask('POST /api/account/keys', { cookie })
    const authorization = `Bearer ${(body as { key: string }).key}`
    const shown = await ask('GET /api/account', { authorization })
    expect(shown.body).toMatchObject({ email, role: 'member' })
    const another = await ask('POST /api/account/keys', {
      authorization,
    })
    expect(another.status).toBe(401)

    await ask('DELETE /api/account/session', { cookie })
    expect((await ask('GET /api/account', { cookie })).status).toBe(401)
  })

  test('an agent finds a free slot, books it, and cancels only bookings of its member', async () => {
    const { container, router } = studio.app
    const registry = new McpRegistry().register(StudioTools)
    const server = new McpServer(
      registry,
      new McpDispatcher(container, router),
    )
    const ada = await studio.addMember('ada')
    const agent = new McpTestClient(server, { as: ada })
    const other = new McpTestClient(server, {
      as: await studio.addMember('bob'),
    })

    const search = { day: '2026-12-02', hours: 2, people: 3 }
    const found = await agent.callTool('find_free_slots', { search })
    const { slots } = found.structuredContent as {
      slots: { roomId: number; startsAt: string }[]
    }
    const [{ roomId, startsAt } = { roomId: 0, startsAt: '' }] = slots
    expect({ roomId, startsAt }).toEqual({
      roomId: blue,
      startsAt: '2026-12-02T07:00:00.000Z',
    })

    const booking = { roomId, startsAt, hours: 2 }
    const booked = await agent.callTool('book_room', { booking })
    const taken = await other.callTool('book_room', { booking })
    expect(taken).toMatchObject({ isError: true })
    expect(taken.content).toMatchObject([
      { text: expect.stringContaining('room-taken') },
    ])
    const { id } = booked.structuredContent as { id: number }
    expect(
      (await other.callTool('cancel_booking', { id })).isError,
    ).toBe(true)
    expect(
      (await agent.callTool('cancel_booking', { id })).isError,
    ).toBe(false)
  })

  test('rooms are imported from a file, all of them or none', async () => {
    const { commands, container } = studio.app
    const printed: string[] = []
    const output = { write: (text: string) => printed.push(text) }
    const runner = new CommandRunner(commands, container, {
      stdout: output,
      stderr: output,
    })
    const file = `${database.settings['DB_NAME']}.csv`

    writeFileSync(file, 'Red Room,2,3000\nGreen Room,0,\n')
    expect(await runner.run(['rooms:import', file])).toBe(1)
    expect(
      (await studio.ask(null, 'GET /api/rooms')).body,
    ).toMatchObject([{ name: 'Blue Room' }])
    writeFileSync(file, 'Red Room,2,3000\nBlue Room,6,5000\n')
    expect(await runner.run(['rooms:import', file, '--dry-run'])).toBe(
      0,
    )
    expect(await runner.run(['rooms:import', file])).toBe(0)
    expect((await studio.ask(null, 'GET /api/rooms')).body).toEqual([
      { id: blue, name: 'Blue Room', seats: 6, hourlyCents: 5000 },
      {
        id: expect.any(Number),
        name: 'Red Room',
        seats: 2,
        hourlyCents: 3000,
      },
    ])
  })
})
