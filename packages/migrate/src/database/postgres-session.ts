import { runStatement } from '@fw/query'
import type { Client } from 'pg'
import type { MigrationSession } from './migration-session.ts'

// The string 'fw_migra' as numbers, because advisory locks have no names.
const lockKey = '1719099245, 1768387169'
const lockRow = `locktype = 'advisory' AND classid = 1719099245 AND objid = 1768387169 AND objsubid = 2
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/** Returns a session for a client of "pg". */
export async function openPostgresSession(
  client: Client,
  close: () => Promise<unknown>,
): Promise<MigrationSession> {
  client.on('error', () => {})
  const value = async (sql: string): Promise<unknown> =>
    (await runStatement(client, sql)).rows[0]?.['value']
  const schema = String((await value('SELECT current_schema() AS value')) ?? 'public')
  const initialSettings = await readSettings(client)
  let serverProcess: unknown
  const holdsLock = async () => {
    serverProcess = await value('SELECT pg_backend_pid() AS value')
    return (
      (await value(
        `SELECT count(*)::int AS value FROM pg_locks WHERE ${lockRow} AND granted AND pid = pg_backend_pid()`,
      )) === 1
    )
  }
  return {
    dialect: 'postgres',
    client,
    isTransactional: true,
    prefix: `"${schema.replaceAll('"', '""')}".`,
    now: '(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint',
    exec: async (sql) => void (await client.query(sql)),
    errorOffset(error) {
      const { position } = error as { position?: string }
      return position === undefined ? undefined : Number(position) - 1
    },
    async tryLock() {
      if ((await value(`SELECT pg_try_advisory_lock(${lockKey}) AS value`)) === true)
        return undefined
      const holder = await value(
        `SELECT concat('process ', l.pid, ' of ', a.usename, ' from ', coalesce(host(a.client_addr), 'here'),
           ', connected since ', to_char(a.backend_start, 'YYYY-MM-DD HH24:MI:SS')) AS value
         FROM pg_locks l LEFT JOIN pg_stat_activity a USING (pid) WHERE ${lockRow.replace('database =', 'l.database =')} AND granted`,
      )
      return { holder: String(holder ?? 'a process that has just ended') }
    },
    holdsLock,
    unlock: async () => (await value(`SELECT pg_advisory_unlock(${lockKey}) AS value`)) === true,
    async restoreSettings() {
      await client.query(initialSettings)
    },
    lockTimeoutSql(lockTimeout, isInTransaction) {
      const timeout = lockTimeout ?? (isInTransaction ? 5000 : 0)
      const set = isInTransaction ? 'SET LOCAL' : 'SET'
      return [`${set} lock_timeout = ${timeout}`]
    },
    async checkBeforeCommit() {},
    async cancel() {
      const { Client } = await import('pg')
      const { host, port, user, password, database, ssl } = client as Client & {
        readonly password?: string
      }
      const canceller = new Client({ host, port, user, password, database, ssl } as object)
      await canceller.connect()
      await canceller.query('SELECT pg_cancel_backend($1)', [serverProcess])
      await canceller.end()
    },
    async close() {
      await close()
    },
  }
}

/** Returns SQL that restores the current settings of a connection. */
async function readSettings(client: Client): Promise<string> {
  const { rows } = await client.query<{ statement: string }>(
    `SELECT format('SET SESSION AUTHORIZATION %I', session_user) AS statement
     UNION ALL SELECT 'SET ROLE ' || CASE current_setting('role') WHEN 'none' THEN 'NONE'
       ELSE quote_ident(current_setting('role')) END
     UNION ALL SELECT format('SELECT set_config(%L, %L, false)', name, setting)
       FROM pg_settings WHERE source = 'session'`,
  )
  const [authorization = '', role = '', ...settings] = rows.map(({ statement }) => statement)
  const first = ['CLOSE ALL', 'UNLISTEN *', 'DISCARD TEMP', authorization, role, 'RESET ALL']
  return [...first, ...settings].join('; ')
}
