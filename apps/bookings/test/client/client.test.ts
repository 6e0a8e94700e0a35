import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { actingAs } from '@fw/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runFw } from '../../../../packages/core/test/support/fw-process.ts'
import { describeSqlite } from '../../../../packages/queue/test/databases.ts'
import { TestStudio } from '../studio.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const tsc = fileURLToPath(
  new URL(
    '../../../../node_modules/typescript/bin/tsc',
    import.meta.url,
  ),
)

describeSqlite((_title, database) => {
  let studio: TestStudio
  beforeAll(async () => {
    // The client is written before its use, so its types are checked here.
    await runFw(root, ['client'])
    await promisify(execFile)(
      process.execPath,
      [tsc, '-p', 'test/client'],
      { cwd: root },
    )
    studio = await TestStudio.start(database)
    studio.clock.time = Date.parse('2026-11-30T12:00:00Z')
  })
  afterAll(() => studio.app.container[Symbol.asyncDispose]())

  test('a program books with the typed client', async () => {
    // A computed path, because the file does not exist when Vitest reads this one.
    const { createClient } = (await import(
      `${root}client/index.js`
    )) as typeof import('../../client/index.js')
    const roomId = await studio.addRoom('Blue Room')
    const ada = await studio.addMember('ada')
    const api = createClient({
      baseUrl: 'http://localhost',
      fetch: (request) =>
        studio.app.kernel.fetch(actingAs(request, ada)),
    })

    const day = Temporal.PlainDate.from('2026-12-02')
    const [slot] = await api.booking.free({ day, hours: 3 })
    const startsAt = slot?.startsAt ?? new Date(0)
    const { id } = await api.booking.create({
      body: { roomId, startsAt, hours: 3 },
    })
    const again = await api.booking.create.safe({
      body: { roomId, startsAt },
    })
    expect(again.kind === 'error' && again.body).toMatchObject({
      code: 'room-taken',
    })
    const late = await api.booking.create.safe({
      body: { roomId, startsAt: new Date(0) },
    })
    expect(
      late.kind === 'validation' && late.errors.startsAt?.[0],
    ).toBe('must be in the future.')

    const ids: number[] = []
    for await (const booking of api.booking.list.items({ size: 1 }))
      ids.push(booking.id)
    expect(ids).toEqual([id])
  })
})
