import { randomBytes } from 'node:crypto'
import { createConnection } from 'mysql2/promise'
import { Client } from 'pg'

/** A database that one test file has for itself. */
export interface ScratchDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** Creates a PostgreSQL database on a server and gives its URL. */
export function createPostgresDatabase(serverUrl: string): Promise<ScratchDatabase> {
  return createDatabase(serverUrl, async (sql, name) => {
    const client = new Client({ connectionString: serverUrl })
    await client.connect()
    try {
      await client.query(`${sql} DATABASE ${name}${sql === 'DROP' ? ' WITH (FORCE)' : ''}`)
    } finally {
      await client.end()
    }
  })
}

/** Creates a MySQL or MariaDB database on a server and gives its URL. */
export function createMysqlDatabase(serverUrl: string): Promise<ScratchDatabase> {
  return createDatabase(serverUrl, async (sql, name) => {
    const connection = await createConnection({ uri: serverUrl })
    // A server without configuration may take latin1.
    const charset = sql === 'CREATE' ? ' CHARACTER SET utf8mb4' : ''
    try {
      await connection.query(`${sql} DATABASE ${name}${charset}`)
    } finally {
      await connection.end()
    }
  })
}

async function createDatabase(
  serverUrl: string,
  run: (sql: 'CREATE' | 'DROP', name: string) => Promise<void>,
): Promise<ScratchDatabase> {
  const name = `fw_test_${randomBytes(6).toString('hex')}`
  await run('CREATE', name)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run('DROP', name) }
}
