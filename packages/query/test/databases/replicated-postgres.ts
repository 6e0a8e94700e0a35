import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from '../../../core/test/support/free-port.ts'
import { findPrograms } from './find-programs.ts'
import { waitUntil } from './redis-process.ts'

const run = promisify(execFile)

/** Two servers of PostgreSQL: a primary, and a standby to which it streams every commit before it confirms it. */
export class ReplicatedPostgres {
  readonly primaryPort: number
  readonly standbyPort: number
  readonly #folder: string
  readonly #primary: ChildProcess
  readonly #standby: ChildProcess

  private constructor(
    folder: string,
    ports: readonly [number, number],
    processes: readonly [ChildProcess, ChildProcess],
  ) {
    this.#folder = folder
    ;[this.primaryPort, this.standbyPort] = ports
    ;[this.#primary, this.#standby] = processes
  }

  /** Starts both; undefined if there are no programs. */
  static async start(): Promise<ReplicatedPostgres | undefined> {
    const programs = await findPrograms('postgres')
    if (!programs) return undefined
    const { initdb = '', postgres = '' } = programs
    const folder = await mkdtemp(join(tmpdir(), 'fw-test-replicated-'))
    // PostgreSQL refuses to run as root.
    const user = userInfo().uid === 0 ? { uid: 65_534, gid: 65_534 } : {}
    if (user.uid) await chown(folder, user.uid, user.gid)
    const [data, copy] = [join(folder, 'primary'), join(folder, 'standby')]
    await run(initdb, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N'], user)
    await run('cp', ['-a', data, copy], user)
    await writeFile(join(copy, 'standby.signal'), '')
    const ports = [await freePort(), await freePort()] as const
    const launch = (dataFolder: string, port: number, setting: string) => {
      const options = ['-D', dataFolder, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-F']
      return spawn(postgres, [...options, '-c', setting], { ...user, stdio: 'ignore' })
    }
    const upstream = `primary_conninfo=host=127.0.0.1 port=${ports[0]} user=postgres`
    const servers = new ReplicatedPostgres(folder, ports, [
      launch(data, ports[0], 'synchronous_standby_names=*'),
      launch(copy, ports[1], upstream),
    ])
    await waitUntil(async () => {
      const states = await query(ports[0], 'SELECT state FROM pg_stat_replication')
      return states.some(({ state }) => state === 'streaming')
    })
    return servers
  }

  /** Ends the primary, and promotes the standby. */
  async failOver(): Promise<void> {
    await crash(this.#primary)
    await query(this.standbyPort, 'SELECT pg_promote()')
  }

  async stop(): Promise<void> {
    await Promise.all([crash(this.#primary), crash(this.#standby)])
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** Ends a server immediately, as a crash does. */
async function crash(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGQUIT')
  await ended
}

async function query(port: number, sql: string): Promise<Record<string, unknown>[]> {
  const connectionString = `postgres://postgres@127.0.0.1:${port}/postgres`
  const client = new Client({ connectionString, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}
