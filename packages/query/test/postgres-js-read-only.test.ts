import { once } from 'node:events'
import { connect } from 'node:net'
import { Query } from '@fw/query'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { createPostgresDatabase } from './databases/scratch-database.ts'
import { describeWith } from './databases/servers.ts'

/** Connects to the server of a URL. After the query for the age of a connection, the process is busy for a while. */
async function busySocket({ hostname, port }: URL) {
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const write = socket.write.bind(socket) as (data: Uint8Array) => boolean
  return Object.assign(socket, {
    write(data: Uint8Array) {
      const isWritten = write(data)
      if (Buffer.from(data).includes('backend_start')) blockFor(1500)
      return isWritten
    },
  })
}

function blockFor(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

await describeWith('postgres', 'postgres.js', (url) => {
  test('a read-only connection is replaced, even if the process was busy while it was looked at', async () => {
    const database = await createPostgresDatabase(url)
    const admin = postgres(database.url, { max: 1 })
    const name = admin.options.database
    await admin.unsafe('CREATE TABLE writes (id int PRIMARY KEY)')
    await admin.unsafe(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
    const sql = postgres(database.url, {
      max: 1,
      socket: () => busySocket(new URL(database.url)),
    } as postgres.Options<Record<string, never>>)
    try {
      await sql.unsafe('SELECT 1')
      await admin.unsafe(`ALTER DATABASE ${name} SET default_transaction_read_only = off`)
      const writes = () => new Query(sql).table('writes')

      await expect(writes().insert({ id: 1 })).rejects.toMatchObject({ reason: 'read-only' })
      await writes().insert({ id: 2 })

      expect(await writes().pluck('id')).toEqual([2])
    } finally {
      await Promise.all([sql.end(), admin.end()])
      await database.drop()
    }
  })
})
