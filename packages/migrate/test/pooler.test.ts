import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { describePostgres } from '../../queue/test/databases.ts'
import { MigratedApplication } from './migrated-application.ts'

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path))
const missing = 'no pgbouncer. Install it: apt-get install -y pgbouncer'

await describePostgres((_title, database) => {
  test('a pooler that takes the lock away is noticed, and what ran has run once', async ({
    skip,
  }) => {
    if (program === undefined) return skip(missing)
    const pooler = await startPooler(program, database.settings)
    const files = Array.from({ length: 40 }, (_, index): [string, string] => [
      `202601010000${10 + index}_step.sql`,
      `CREATE TABLE step_${index} (id INT); SELECT pg_sleep(0.05);`,
    ])
    const pooled = { ...database.settings, DB_MIGRATION_PORT: String(pooler) }
    const application = new MigratedApplication(pooled, Object.fromEntries(files))
    const stop = keepBusy(pooler, database.settings)
    const through = await application.run('migrate')
    await stop()
    expect([through.code, through.stderr]).toEqual([
      1,
      expect.stringMatching(/^LockLost: Before \d+_step: this session does not hold the lock/),
    ])
    expect(through.stderr).toContain('DB_MIGRATION_HOST and DB_MIGRATION_PORT')
  })
})

/** Starts PgBouncer in transaction mode, and gives its port. */
async function startPooler(
  path: string,
  settings: Readonly<Record<string, string>>,
): Promise<number> {
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
    'min_pool_size = 4',
  ]
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o644 })
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0
  const child = spawn(path, [file], isRoot ? { cwd: '/', uid: 65534, gid: 65534 } : {})
  if (isRoot) (await import('node:fs')).chmodSync(folder, 0o755)
  let said = ''
  child.stderr.on('data', (text) => (said += String(text)))
  onTestFinished(() => {
    child.kill('SIGTERM')
    rmSync(folder, { recursive: true })
  })
  await expect.poll(() => said, { timeout: 10_000 }).toContain('process up')
  return port
}

/** Others who use the pooler, so that it has to change connections. */
function keepBusy(port: number, settings: Readonly<Record<string, string>>): () => Promise<void> {
  const end = new AbortController()
  const work = Array.from({ length: 3 }, async () => {
    const { DB_NAME, DB_USER } = settings
    const client = new Client({
      host: '127.0.0.1',
      port,
      database: DB_NAME,
      user: DB_USER,
    } as object)
    await client.connect()
    while (!end.signal.aborted) await client.query('SELECT pg_sleep(0.01)')
    await client.end()
  })
  return async () => {
    end.abort()
    await Promise.all(work)
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
