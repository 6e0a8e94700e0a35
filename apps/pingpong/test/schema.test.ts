import { Query, runStatement } from '@fw/query'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../packages/queue/test/databases.ts'
import { runFw } from '../../../packages/core/test/support/fw-process.ts'
import { inRepositoryCopy } from '../../../packages/core/test/support/temporary-application.ts'

const folder = inRepositoryCopy('apps/pingpong')
const complete = { scenario: 'direct', status: 'pending', created_at: '2026-02-28 12:00:00' }

await describeDatabases((title, database) => {
  const pings = () => new Query(database.connection).table('ping_messages')
  const refused = (row: object) => expect(pings().insert(row as never)).rejects.toThrow()

  test(`the table of pings has its constraints (${title})`, async () => {
    expect(await runFw(folder, ['migrate'], database.settings)).toMatchObject({ code: 0 })
    const made = await runFw(folder, ['pings:pong-cron'], database.settings)
    expect(made.code).toBe(0)
    expect(await pings().first()).toMatchObject({ id: 1, scenario: 'cron', status: 'ponged' })

    const { status: _, ...bare } = complete
    expect(await pings().insertGetId(bare, 'id')).toBe(2)
    expect(await pings().where('id', '=', 2).first()).toMatchObject({ status: 'pending' })
    await pings().insert({ ...complete, id: 5_000_000_000 })
    expect(await pings().insertGetId(complete, 'id')).toBeGreaterThan(2)
    await refused({ ...complete, id: 1 })
    await refused({ ...complete, id: -1 })

    const twenty = 'x'.repeat(20)
    for (const column of ['scenario', 'status']) {
      await pings().insert({ ...complete, [column]: twenty })
      await refused({ ...complete, [column]: `${twenty}x` })
      await refused({ ...complete, [column]: null })
    }
  })
})

await describeDatabases((title, database) => {
  test(`a table from before the migrations is not changed (${title})`, async () => {
    await database.drop('ping_messages')
    await runStatement(
      database.connection,
      'CREATE TABLE ping_messages (id INT, scenario VARCHAR(20), created_at VARCHAR(20))',
    )
    const pings = () => new Query(database.connection).table('ping_messages')
    await pings().insert({ id: 7, scenario: 'direct', created_at: complete.created_at })
    expect(await runFw(folder, ['migrate'], database.settings)).toMatchObject({ code: 0 })
    expect(await pings().first()).toMatchObject({ id: 7, scenario: 'direct' })
  })
})
