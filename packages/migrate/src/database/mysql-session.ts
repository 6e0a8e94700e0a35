import { runStatement } from '@fw/query'
import type { Connection } from 'mysql2/promise'
import type { MigrationSession } from './migration-session.ts'

/** Returns a session for a connection of "mysql2/promise". */
export async function openMysqlSession(
  client: Connection,
  close: () => Promise<unknown>,
): Promise<MigrationSession> {
  const value = async (sql: string): Promise<unknown> =>
    (await runStatement(client, sql)).rows[0]?.['value']
  const database = String(await value('SELECT DATABASE() AS value'))
  // Lock names are global to the server, and have at most 64 characters.
  const lock = String(await value(`SELECT CONCAT('fw_migrate_', SHA1(DATABASE())) AS value`))
  const readVariables = async (): Promise<Map<string, string>> => {
    const { rows } = await runStatement(client, 'SHOW SESSION VARIABLES')
    return new Map(rows.map((row) => [String(row['Variable_name']), String(row['Value'])]))
  }
  const initialSettings = await readVariables()
  return {
    dialect: 'mysql',
    client,
    isTransactional: false,
    prefix: `\`${database.replaceAll('`', '``')}\`.`,
    now: 'CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)',
    exec: async (sql) => void (await client.query(sql)),
    errorOffset: () => undefined,
    async tryLock() {
      if (Number(await value(`SELECT GET_LOCK('${lock}', 0) AS value`)) === 1) return undefined
      const holder = await value(
        `SELECT CONCAT('connection ', ID, ' of ', USER, ' from ', HOST) AS value
         FROM information_schema.PROCESSLIST WHERE ID = IS_USED_LOCK('${lock}')`,
      )
      return { holder: String(holder ?? 'a connection that has just ended') }
    },
    holdsLock: async () =>
      Number(await value(`SELECT IS_USED_LOCK('${lock}') = CONNECTION_ID() AS value`)) === 1,
    unlock: async () => Number(await value(`SELECT RELEASE_LOCK('${lock}') AS value`)) === 1,
    async restoreSettings() {
      await client.query('UNLOCK TABLES')
      await client.query(`USE \`${database.replaceAll('`', '``')}\``)
      for (const [name, value] of await readVariables()) {
        const initialValue = initialSettings.get(name)
        if (
          initialValue === undefined ||
          initialValue === value ||
          /^(?:timestamp|rand_seed\d)$/.test(name)
        )
          continue
        const literal = /^-?\d+(?:\.\d+)?$/.test(initialValue)
          ? initialValue
          : client.escape(initialValue)
        // If a variable cannot be set, such as warning_count, the migration has not set it either.
        await client.query(`SET SESSION ${name} = ${literal}`).catch(() => {})
      }
      await client.query('SET SESSION timestamp = DEFAULT')
    },
    lockTimeoutSql(lockTimeout) {
      if (lockTimeout === undefined) return []
      const seconds = Math.max(1, Math.ceil(lockTimeout / 1000))
      return [`SET SESSION lock_wait_timeout = ${seconds}, innodb_lock_wait_timeout = ${seconds}`]
    },
    async checkBeforeCommit() {},
    // Does nothing: SQL that cannot be rolled back is allowed to finish.
    async cancel() {},
    async close() {
      await close()
    },
  }
}
