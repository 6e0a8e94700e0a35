import { Query, transaction } from '@fw/query'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TcpProxy } from '../../queue/test/tcp-proxy.ts'
import { startServer, type StartedServer } from './databases/start-server.ts'
import { serverDrivers, type ServerDriver } from './drivers.ts'

/** The SQL by which an administrator prepares a server, and changes its role. */
interface Administration {
  readonly prepare: readonly string[]
  readonly demote: readonly string[]
  readonly promote: readonly string[]
  /** The user and database of an application. */
  readonly user: string
  readonly database: string
}

const administrations: Record<'postgres' | 'mysql', Administration> = {
  postgres: {
    prepare: ['CREATE DATABASE shop'],
    demote: ['ALTER SYSTEM SET default_transaction_read_only = on', 'SELECT pg_reload_conf()'],
    promote: ['ALTER SYSTEM RESET default_transaction_read_only', 'SELECT pg_reload_conf()'],
    user: 'postgres',
    database: 'shop',
  },
  mysql: {
    // Administrators may write to a server that is read-only.
    prepare: ['CREATE DATABASE shop', 'CREATE USER clerk', 'GRANT ALL ON shop.* TO clerk'],
    demote: ['SET GLOBAL read_only = 1'],
    promote: ['SET GLOBAL read_only = 0'],
    user: 'clerk',
    database: 'shop',
  },
}

for (const dialect of ['postgres', 'mysql'] as const) {
  describe(`a failover from one ${dialect} server to another`, () => {
    const { prepare, demote, promote, user, database } = administrations[dialect]
    const drivers = serverDrivers.filter((driver) => driver.dialect === dialect)
    let servers: StartedServer[] = []
    const administer = async ({ url }: StartedServer, statements: readonly string[]) => {
      const [driver] = drivers as [ServerDriver]
      const { exec, close } = driver.open(url, { max: 1 })
      for (const statement of statements) await exec(statement)
      await close()
    }

    /** PostgreSQL reads its settings again after it has confirmed the order, MySQL before. */
    const untilReadOnly = async ({ url }: StartedServer, value: 'on' | 'off') => {
      if (dialect === 'mysql') return
      const shown = async () => {
        const client = new Client({ connectionString: url })
        await client.connect()
        const { rows } = await client.query('SHOW default_transaction_read_only')
        await client.end()
        return rows as unknown
      }
      await expect.poll(shown).toEqual([{ default_transaction_read_only: value }])
    }

    beforeAll(async () => {
      const started = await Promise.all([startServer(dialect), startServer(dialect)])
      servers = started.filter((server) => server !== undefined)
      for (const server of servers) await administer(server, prepare)
    })
    afterAll(() => Promise.all(servers.map((server) => server.stop())))

    test.each(drivers.map((driver) => [driver.name, driver] as const))(
      'the request after the first error reaches the new primary (%s)',
      async (_name, driver) => {
        const [before, after] = servers as [StartedServer, StartedServer]
        await administer(before, promote)
        await untilReadOnly(before, 'off')
        const proxy = await TcpProxy.start('127.0.0.1', portOf(before))
        const url = `${dialect}://${user}@127.0.0.1:${proxy.port}/${database}`
        const { connection, exec, close } = driver.open(url, { max: 1 })
        const writes = () => new Query(connection).table('writes')
        await exec('DROP TABLE IF EXISTS writes')
        await exec('CREATE TABLE writes (id int PRIMARY KEY)')

        await administer(before, demote)
        await untilReadOnly(before, 'on')
        proxy.redirect(portOf(after))
        await expect(writes().insert({ id: 1 })).rejects.toMatchObject({ reason: 'read-only' })
        await exec('DROP TABLE IF EXISTS writes')
        await exec('CREATE TABLE writes (id int PRIMARY KEY)')
        await writes().insert({ id: 2 })
        await transaction(connection, (tx) => new Query(tx).table('writes').insert({ id: 3 }))

        expect(await writes().orderBy('id').pluck('id')).toEqual([2, 3])
        await close()
      },
    )
  })
}

function portOf({ url }: StartedServer): number {
  return Number(new URL(url).port)
}
