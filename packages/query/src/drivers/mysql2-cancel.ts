import type { MysqlConnection } from './mysql2-driver.ts'

/** Kills, over a connection of its own, the statement that a connection is running. */
export async function cancelMysqlStatement({ connection }: MysqlConnection): Promise<void> {
  const { createConnection } = await import('mysql2/promise')
  const { host, port, socketPath, user, password, ssl } = connection.config
  const address = { host, port, socketPath, user, password, ssl }
  const killer = await createConnection(address as Parameters<typeof createConnection>[0])
  try {
    await killer.query(`KILL QUERY ${Number(connection.threadId)}`)
  } finally {
    await killer.end()
  }
}
