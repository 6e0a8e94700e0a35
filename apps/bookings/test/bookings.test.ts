import {
  beforeAll,
  afterAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest'
import {
  describePostgres,
  describeSqlite,
  type TestDatabase,
} from '../../../packages/queue/test/databases.ts'
import { type Member } from '../src/members/member.ts'
import { Reminders } from '../src/reminders/reminders.ts'
import { Rooms } from '../src/rooms/rooms.ts'
import { TestStudio } from './studio.ts'

describeSqlite(testBookings)
await describePostgres(testBookings)

function testBookings(_title: string, database: TestDatabase): void {
  let studio: TestStudio
  let ada: Member
  let staff: Member
  let blue: number
  let rooms = 0

  beforeAll(async () => {
    studio = await TestStudio.start(database)
    staff = await studio.addMember('staff', 'staff')
  })
  afterAll(() => studio.app.container[Symbol.asyncDispose]())

  // A room and a member for each test, so that they share a database.
  beforeEach(async () => {
    studio.clock.time = Date.parse('2026-11-30T12:00:00Z')
    rooms += 1
    blue = await studio.addRoom(`Room ${rooms}`)
    ada = await studio.addMember(`ada${rooms}`)
  })

  const at = (time: string, hours = 1) => {
    return { roomId: blue, startsAt: `2026-12-01T${time}:00Z`, hours }
  }
  const book = (member: Member, wanted: object) =>
    studio.ask(member, 'POST /api/bookings', wanted)
  const addMembers = (count: number) => {
    const names = Array.from({ length: count }, (_, index) => index)
    return Promise.all(
      names.map((name) => studio.addMember(`m${rooms}-${name}`)),
    )
  }
  const idOf = ({ body }: { body: unknown }) =>
    (body as { id: number }).id

  describe('a booking', () => {
    test('costs the price of its hours', async () => {
      const { status, body } = await book(ada, at('09:00', 3))
      expect(status).toBe(201)
      expect(body).toMatchObject({
        roomId: blue,
        hours: 3,
        priceCents: 12_000,
        cancelledAt: null,
      })
    })

    test.each([
      ['2026-11-30T11:00:00Z', 'must be in the future.'],
      ['2026-12-01T09:30:00Z', 'must be a full hour while'],
      ['2026-12-01T06:00:00Z', 'must be a full hour while'],
      ['2026-12-01T20:00:00Z', 'must be a full hour while'],
    ])('of two hours at %s is a 422', async (startsAt, message) => {
      const refused = await book(ada, { ...at('09:00', 2), startsAt })
      expect(refused.status).toBe(422)
      expect(refused.body).toEqual({
        errors: { startsAt: [expect.stringContaining(message)] },
      })
    })

    test('needs a seat for each of its people', async () => {
      const { status, body } = await book(ada, {
        ...at('09:00'),
        people: 5,
      })
      expect(status).toBe(422)
      expect(body).toEqual({
        errors: {
          people: ['must be at most 4, the seats of the room.'],
        },
      })
    })

    test('cannot overlap another one, but can follow it', async () => {
      await book(ada, at('09:00', 2))
      const overlapping = await book(ada, at('10:00', 2))
      expect(overlapping.status).toBe(409)
      expect(overlapping.body).toMatchObject({ code: 'room-taken' })
      expect((await book(ada, at('11:00', 2))).status).toBe(201)
    })

    // #region concurrency
    test('is made by one of ten concurrent callers', async () => {
      const callers = await addMembers(10)
      const requests = callers.map((caller, index) =>
        book(caller, at(index % 2 ? '10:00' : '09:00', 2)),
      )
      const responses = await Promise.all(requests)
      const statuses = responses.map(({ status }) => status).toSorted()
      expect(statuses).toEqual([201, ...Array<number>(9).fill(409)])
    })
    // #endregion

    test('takes its hours from the free slots', async () => {
      await book(ada, at('09:00', 2))
      const path = '/api/bookings/free?day=2026-12-01&hours=2'
      const { body } = await studio.ask(null, `GET ${path}`)
      const free = (body as Slot[]).filter(
        ({ roomId }) => roomId === blue,
      )
      expect(
        free.map(({ startsAt }) => startsAt.slice(11, 13)),
      ).toEqual([
        '07',
        '11',
        '12',
        '13',
        '14',
        '15',
        '16',
        '17',
        '18',
        '19',
      ])
    })

    test('beyond the limit is a 409, also for concurrent requests', async () => {
      const hours = ['09', '10', '11', '12', '13', '14', '15', '16']
      const answers = await Promise.all(
        hours.map((hour) => book(ada, at(`${hour}:00`))),
      )
      const refused = answers.filter(({ status }) => status === 409)
      expect(refused.map(({ body }) => body)).toEqual(
        Array<unknown>(3).fill(
          expect.objectContaining({ code: 'too-many-bookings' }),
        ),
      )
    })
  })

  describe('a cancellation', () => {
    test('frees the hours, and is the same when repeated', async () => {
      const id = idOf(await book(ada, at('18:00')))
      const first = await studio.ask(
        ada,
        `POST /api/bookings/${id}/cancel`,
      )
      expect(first).toMatchObject({
        status: 200,
        body: { cancelledAt: '2026-11-30T12:00:00.000Z' },
      })
      studio.clock.time += 1000
      const second = await studio.ask(
        ada,
        `POST /api/bookings/${id}/cancel`,
      )
      expect(second.body).toEqual(first.body)
      expect((await book(ada, at('18:00'))).status).toBe(201)
    })

    test('is too late within a day, except for the staff, and after the start', async () => {
      const id = idOf(await book(ada, at('11:00')))
      const late = await studio.ask(
        ada,
        `POST /api/bookings/${id}/cancel`,
      )
      expect(late).toMatchObject({
        status: 409,
        body: { code: 'too-late-to-cancel' },
      })
      studio.clock.time = Date.parse('2026-12-01T11:00:01Z')
      expect(
        (await studio.ask(staff, `POST /api/bookings/${id}/cancel`))
          .status,
      ).toBe(409)
      studio.clock.time -= 2000
      expect(
        (await studio.ask(staff, `POST /api/bookings/${id}/cancel`))
          .status,
      ).toBe(200)
    })
  })

  describe('a caller', () => {
    test('without an account sees rooms and free slots, and nothing else', async () => {
      expect((await studio.ask(null, 'GET /api/rooms')).status).toBe(
        200,
      )
      for (const call of [
        'GET /api/bookings',
        'GET /api/account',
        'POST /api/bookings',
      ]) {
        expect((await studio.ask(null, call)).status).toBe(401)
      }
    })

    test('does not learn which bookings of others exist', async () => {
      const id = idOf(
        await book(await studio.addMember(`bob${rooms}`), at('09:00')),
      )
      const missing = {
        status: 404,
        body: { error: 'There is no such booking.' },
      }
      for (const call of [
        `GET /api/bookings/${id}`,
        `POST /api/bookings/${id}/cancel`,
      ]) {
        expect(await studio.ask(ada, call)).toMatchObject(missing)
      }
      expect(
        await studio.ask(staff, 'GET /api/bookings/999999'),
      ).toMatchObject(missing)
    })

    test('of the staff adds rooms, a member does not', async () => {
      const room = { name: `New ${rooms}`, seats: 2, hourlyCents: 100 }
      expect(
        (await studio.ask(ada, 'POST /api/rooms', room)).status,
      ).toBe(403)
      expect(
        (await studio.ask(staff, 'POST /api/rooms', room)).status,
      ).toBe(204)
    })
  })

  test('the last of two rooms with one name is stored', async () => {
    const name = `Twice ${rooms}`
    const service = studio.app.container.get(Rooms)
    const room = { name, seats: 2, hourlyCents: 100 }
    await service.save([room, { ...room, seats: 3 }])
    const found = (await service.list(1)).filter(
      (each) => each.name === name,
    )
    expect(found).toMatchObject([{ seats: 3 }])
  })

  test('pages of bookings are in the order of their start, without gaps', async () => {
    await book(ada, at('12:00'))
    for (const hour of ['10:00', '09:00']) await book(ada, at(hour))
    const other = await studio.addRoom(`Other ${rooms}`)
    await book(ada, { ...at('10:00'), roomId: other })
    const seen: string[] = []
    let query = 'size=2'
    for (let page = 0; page < 2; page += 1) {
      const { body } = await studio.ask(
        ada,
        `GET /api/bookings?${query}`,
      )
      const { data, nextCursor } = body as Page
      seen.push(...data.map(({ startsAt }) => startsAt.slice(11, 16)))
      query = `size=2&cursor=${nextCursor}`
      expect(nextCursor === null).toBe(page === 1)
    }
    expect(seen).toEqual(['09:00', '10:00', '10:00', '12:00'])
  })

  test('members get mail about bookings, and one reminder on the day before', async () => {
    await studio.work()
    const kept = await book(ada, at('13:00'))
    const cancelled = idOf(await book(ada, at('15:00')))
    await studio.ask(ada, `POST /api/bookings/${cancelled}/cancel`)
    const mail = (text: string, hour: string) =>
      `${ada.email}: ${text} Room ${rooms}, 2026-12-01T${hour}:00:00.000Z.`
    expect(kept.status).toBe(201)
    expect(await studio.work()).toEqual([
      mail('You have booked', '13'),
      mail('You have booked', '15'),
      mail('You have cancelled', '15'),
    ])
    const reminders = studio.app.container.get(Reminders)
    await reminders.push()
    expect(await studio.work()).not.toContain(
      mail('Do not forget', '13'),
    )
    studio.clock.time = Date.parse('2026-12-01T11:30:00Z')
    await expect(reminders.late()).rejects.toThrow(
      /^\d+ reminders are late\.$/,
    )
    await reminders.push()
    await reminders.push()
    const reminded = await studio.work()
    expect(reminded.filter((text) => text.includes(ada.email))).toEqual(
      [mail('Do not forget', '13')],
    )
    await reminders.push()
    expect(await studio.work()).toEqual([])
    await reminders.late()
  })
}

interface Page {
  readonly data: readonly { readonly startsAt: string }[]
  readonly nextCursor: string | null
}

interface Slot {
  readonly roomId: number
  readonly startsAt: string
}
