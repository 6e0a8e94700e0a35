import { Query, QueryFailed, transaction } from '@fw/query'
import { expect, onTestFinished, test } from 'vitest'
import { TcpProxy } from '../../queue/test/tcp-proxy.ts'
import { ReplicatedPostgres } from './databases/replicated-postgres.ts'
import { serverDrivers } from './drivers.ts'

const drivers = serverDrivers.filter(({ dialect }) => dialect === 'postgres')

test('requests fail until a standby of PostgreSQL replaces the primary, and then work without a restart', async ({
  skip,
}) => {
  const servers = await ReplicatedPostgres.start()
  if (!servers) return skip('no postgres program. Install PostgreSQL.')
  onTestFinished(() => servers.stop())
  const proxy = await TcpProxy.start('127.0.0.1', servers.primaryPort)
  const url = `postgres://postgres@127.0.0.1:${proxy.port}/postgres`
  const pools = drivers.map((kind) => kind.open(url, { max: 2 }))
  onTestFinished(async () => void (await Promise.all(pools.map((pool) => pool.close()))))
  await pools[0]?.exec('CREATE TABLE writes (id int, driver int)')
  const writes = (connection: object) => new Query(connection).table('writes')
  const onEach = (work: (connection: object, driver: number) => Promise<unknown>) =>
    Promise.all(
      pools.map(({ connection }, driver) => work(connection, driver).then(() => 'done', reasonOf)),
    )
  const insert = (id: number) =>
    onEach((connection, driver) => writes(connection).insert({ id, driver }))
  const all = (outcome: string) => drivers.map(() => outcome)

  expect(await insert(1)).toEqual(all('done'))
  const running = onEach((connection) => writes(connection).whereRaw('pg_sleep(60) IS NULL').get())
  const sleepingQueries = () => new Query(pools[0]?.connection ?? {}).table('pg_stat_activity')
  await expect
    .poll(() => sleepingQueries().where('wait_event', '=', 'PgSleep').count())
    .toBe(drivers.length)
  proxy.disconnect()
  expect(await running).toEqual(all('connection-lost'))
  const failed = expect.stringMatching(/^(?:connection-lost|no-connection)$/)
  expect(await insert(2)).toEqual(drivers.map(() => failed))

  await servers.failOver()
  proxy.redirect(servers.standbyPort)
  await proxy.reconnect()
  expect(await insert(3)).toEqual(all('done'))
  const inTransaction = await onEach((connection, driver) =>
    transaction(connection, (tx) => writes(tx).insert({ id: 4, driver })),
  )
  expect(inTransaction).toEqual(all('done'))
  for (const [driver, { connection }] of pools.entries()) {
    const found = await writes(connection).where('driver', '=', driver).orderBy('id').pluck('id')
    expect(found).toEqual([1, 3, 4])
  }
})

function reasonOf(error: unknown): unknown {
  return error instanceof QueryFailed ? error.reason : error
}
