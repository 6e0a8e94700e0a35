import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { describePostgres } from '../../queue/test/databases.ts'
import { MigratedApplication } from './migrated-application.ts'
import { freePort } from '../../framework/test/free-port.ts'

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path))
const missing = 'no pgbouncer. Install it: apt-get install -y pgbouncer'

await describePostgres((_title, database) => {
  test('a pooler that takes the lock away is noticed before anything runs', async ({ skip }) => {
    if (program === undefined) return skip(missing)
    const pooler = await startPooler(program, database.settings)
    await fillPool(pooler.port, database.settings)
    const files = {
      '20260101000000_one.sql': 'CREATE TABLE one (id INT)',
      '20260102000000_two.sql': 'CREATE TABLE two (id INT)',
    }
    const direct = new MigratedApplication(database.settings, files)
    const settings = { ...database.settings, DB_MIGRATION_PORT: String(pooler.port) }
    const pooled = new MigratedApplication(settings, files)
    const refused = await pooled.run('migrate')
    expect([refused.code, refused.stdout, refused.stderr]).toEqual([
      1,
      '',
      expect.stringMatching(/^LockLost: Before 20260101000000_one: .* DB_MIGRATION_PORT\.\n$/),
    ])
    // The pooler keeps the session that has the lock, until it ends.
    await pooler.stop()
    expect((await direct.run('migrate')).stdout.match(/Applied \d+/g)).toHaveLength(2)
  })
})

/** Starts PgBouncer in transaction mode, whose connections take turns. */
async function startPooler(
  path: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'fw-pooler-'))
  const port = await freePort()
  const { DB_NAME, DB_HOST, DB_PORT, DB_USER, DB_PASSWORD = '' } = settings
  const password = DB_PASSWORD === '' ? '' : ` password=${DB_PASSWORD}`
  const lines = [
    '[databases]',
    `${DB_NAME} = host=${DB_HOST} port=${DB_PORT} user=${DB_USER}${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 4',
    'server_round_robin = 1',
  ]
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o644 })
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) chmodSync(folder, 0o755)
  const child = spawn(path, [file], isRoot ? { cwd: '/', uid: 65534, gid: 65534 } : {})
  let said = ''
  child.stderr.on('data', (text) => (said += String(text)))
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  onTestFinished(async () => {
    await stop()
    rmSync(folder, { recursive: true })
  })
  await expect.poll(() => said, { timeout: 10_000 }).toContain('process up')
  return { port, stop }
}

/** Opens four connections behind the pooler: each statement gets the one that was idle for longest. */
async function fillPool(port: number, settings: Readonly<Record<string, string>>): Promise<void> {
  const { DB_NAME: database = '', DB_USER: user = '' } = settings
  const clients = [1, 2, 3, 4].map(() => new Client({ host: '127.0.0.1', port, database, user }))
  await Promise.all(clients.map((client) => client.connect()))
  await Promise.all(clients.map((client) => client.query('SELECT pg_sleep(0.5)')))
  await Promise.all(clients.map((client) => client.end()))
}
