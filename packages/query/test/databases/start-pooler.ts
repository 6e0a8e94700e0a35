import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../../../core/test/support/free-port.ts'

/** The program; undefined where it is not installed. */
export const pgbouncer = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) =>
  existsSync(path),
)

export const missingPooler = 'no pgbouncer. Install it: apt-get install -y pgbouncer'

export interface StartedPooler {
  readonly port: number
  /** The URL of the database behind it. */
  readonly url: string
  stop(): Promise<void>
}

/** Starts PgBouncer in transaction mode in front of a database. Its connections take turns. It ends with the test. */
export async function startPooler(program: string, databaseUrl: string): Promise<StartedPooler> {
  const folder = mkdtempSync(join(tmpdir(), 'fw-pooler-'))
  const port = await freePort()
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl)
  const secret = password === '' ? '' : ` password=${password}`
  const lines = [
    '[databases]',
    `${pathname.slice(1)} = host=${hostname} port=${serverPort || 5432} user=${username}${secret}`,
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
  const child = spawn(program, [file], isRoot ? { cwd: '/', uid: 65534, gid: 65534 } : {})
  let stderr = ''
  child.stderr.on('data', (text) => (stderr += String(text)))
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  onTestFinished(async () => {
    await stop()
    rmSync(folder, { recursive: true })
  })
  await expect.poll(() => stderr).toContain('process up')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  return { port, url: url.href, stop }
}
