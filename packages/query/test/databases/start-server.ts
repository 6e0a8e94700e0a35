import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { answers } from './find-server.ts'
import { findPrograms } from './find-programs.ts'
import type { ServerName } from './servers.ts'
import { freePort } from '../../../framework/test/free-port.ts'

export interface StartedServer {
  readonly url: string
  stop(): Promise<void>
}

interface Place {
  readonly folder: string
  readonly port: number
}

const run = promisify(execFile)

/** Starts a server of the tests' own from installed programs; undefined where there are none. */
export async function startServer(name: ServerName): Promise<StartedServer | undefined> {
  const programs = await findPrograms(name)
  if (!programs) return undefined
  const folder = await mkdtemp(join(tmpdir(), `fw-test-${name}-`))
  const place = { folder, port: await freePort() }
  const server = await launchers[name](programs, place).catch((error: unknown) => {
    console.error(`Starting a ${name} server failed:`, error)
  })
  if (!server) return undefined
  const url = urls[name](place.port)
  const stop = () => stopServer(server, folder)
  for (let attempt = 0; attempt < 300; attempt++) {
    if (server.exitCode !== null) break
    if (await answers(name, url)) return { url, stop }
    await sleep(100)
  }
  await stop()
  return undefined
}

const urls: Record<ServerName, (port: number) => string> = {
  postgres: (port) => `postgres://postgres@127.0.0.1:${port}/postgres`,
  mysql: (port) => `mysql://root@127.0.0.1:${port}`,
  redis: (port) => `redis://127.0.0.1:${port}`,
}

type Launch = (programs: Record<string, string>, place: Place) => Promise<ChildProcess>

const launchers: Record<ServerName, Launch> = {
  async postgres({ initdb = '', postgres = '' }, { folder, port }) {
    // PostgreSQL refuses to run as root.
    const user = userInfo().uid === 0 ? { uid: 65_534, gid: 65_534 } : {}
    if (user.uid) await chown(folder, user.uid, user.gid)
    const data = join(folder, 'data')
    await run(initdb, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N'], user)
    const options = ['-p', String(port), '-h', '127.0.0.1', '-k', '', '-F']
    return spawn(postgres, ['-D', data, ...options], { ...user, stdio: 'ignore' })
  },
  async mysql({ install, server = '' }, { folder, port }) {
    const data = join(folder, 'data')
    const common = ['--no-defaults', `--datadir=${data}`, `--user=${userInfo().username}`]
    await (install
      ? run(install, [...common, '--auth-root-authentication-method=normal', '--skip-test-db'])
      : run(server, [...common, '--initialize-insecure']))
    const socket = `--socket=${join(folder, 'mysql.sock')}`
    const address = [`--port=${port}`, '--bind-address=127.0.0.1', socket]
    return spawn(server, [...common, ...address], { stdio: 'ignore' })
  },
  async redis({ server = '' }, { folder, port }) {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
    return spawn(server, options, { stdio: 'ignore' })
  },
}

async function stopServer(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null) {
    server.kill('SIGINT')
    await Promise.race([once(server, 'exit'), sleep(10_000).then(() => server.kill('SIGKILL'))])
  }
  await rm(folder, { recursive: true, force: true })
}
