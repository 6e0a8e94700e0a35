import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { CertificateFiles } from './certificates.ts'
import { isReachable } from './find-server.ts'
import { findPrograms } from './find-programs.ts'
import type { ServerName } from './servers.ts'
import { freePort } from '../../../core/test/support/free-port.ts'

export interface StartedServer {
  readonly url: string
  stop(): Promise<void>
}

interface LaunchOptions {
  readonly folder: string
  readonly port: number
  readonly tls: ServerTls | undefined
}

const run = promisify(execFile)

/** TLS of a server: its certificate, and whether clients need one of the same CA. */
export interface ServerTls {
  readonly files: CertificateFiles
  readonly needsClientCertificate?: boolean
}

/**
 * Starts a server for the tests from installed programs, with TLS if given; undefined if there are
 * none.
 */
export async function startServer(
  name: ServerName,
  tls?: ServerTls,
): Promise<StartedServer | undefined> {
  const programs = await findPrograms(name)
  if (!programs) return undefined
  const folder = await mkdtemp(join(tmpdir(), `fw-test-${name}-`))
  const launchOptions = { folder, port: await freePort(), tls }
  const server = await launchers[name](programs, launchOptions).catch((error: unknown) => {
    console.error(`Starting a ${name} server failed:`, error)
  })
  if (!server) return undefined
  const url = urls[name](launchOptions.port)
  const stop = () => stopServer(server, folder)
  for (let attempt = 0; attempt < 300; attempt++) {
    if (server.exitCode !== null) break
    if (await (tls ? acceptsConnections(launchOptions.port) : isReachable(name, url)))
      return { url, stop }
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

type Launch = (
  programs: Record<string, string>,
  launchOptions: LaunchOptions,
) => Promise<ChildProcess>

const launchers: Record<ServerName, Launch> = {
  async postgres({ initdb = '', postgres = '' }, { folder, port, tls }) {
    // PostgreSQL refuses to run as root.
    const user = userInfo().uid === 0 ? { uid: 65_534, gid: 65_534 } : {}
    if (user.uid) await chown(folder, user.uid, user.gid)
    const data = join(folder, 'data')
    await run(initdb, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N'], user)
    const options = ['-p', String(port), '-h', '127.0.0.1', '-k', '', '-F']
    if (tls) options.push(...(await postgresTls(tls, data, user.uid)))
    return spawn(postgres, ['-D', data, ...options], { ...user, stdio: 'ignore' })
  },
  async mysql({ install, server = '' }, { folder, port, tls }) {
    const data = join(folder, 'data')
    const common = ['--no-defaults', `--datadir=${data}`, `--user=${userInfo().username}`]
    // A server deletes the temporary tables of others in the same folder when it starts.
    const options = { env: { ...process.env, TMPDIR: folder } }
    await (install
      ? run(
          install,
          [...common, '--auth-root-authentication-method=normal', '--skip-test-db'],
          options,
        )
      : run(server, [...common, '--initialize-insecure'], options))
    const socket = `--socket=${join(folder, 'mysql.sock')}`
    const address = [`--port=${port}`, '--bind-address=127.0.0.1', socket]
    const { ca, cert, key } = tls?.files ?? {}
    const secure = tls ? [`--ssl-ca=${ca}`, `--ssl-cert=${cert}`, `--ssl-key=${key}`] : []
    return spawn(server, [...common, ...address, ...secure], { ...options, stdio: 'ignore' })
  },
  async redis({ server = '' }, { folder, port, tls }) {
    const options = ['--bind', '127.0.0.1', '--save', '', '--dir', folder]
    return spawn(server, [...options, ...redisPort(port, tls)], { stdio: 'ignore' })
  },
}

/** Requires TLS, and reads its files as the user that runs the server. */
async function postgresTls(
  { files: { ca, cert, key }, needsClientCertificate }: ServerTls,
  data: string,
  uid: number | undefined,
): Promise<string[]> {
  const options = Object.entries({ cert, key, ca }).map(async ([part, file]) => {
    const copy = join(data, `${part}.pem`)
    await copyFile(file, copy)
    await chmod(copy, 0o600)
    if (uid !== undefined) await chown(copy, uid, uid)
    return ['-c', `ssl_${part}_file=${copy}`]
  })
  const verify = needsClientCertificate ? ' clientcert=verify-ca' : ''
  await writeFile(join(data, 'pg_hba.conf'), `hostssl all all 127.0.0.1/32 trust${verify}\n`)
  return ['-c', 'ssl=on', ...(await Promise.all(options)).flat()]
}

function redisPort(port: number, tls: ServerTls | undefined): string[] {
  if (!tls) return ['--port', String(port)]
  const { ca, cert, key } = tls.files
  const files = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', ca]
  const clients = ['--tls-auth-clients', tls.needsClientCertificate ? 'yes' : 'no']
  return ['--port', '0', '--tls-port', String(port), ...files, ...clients]
}

/** True if a port accepts connections: before TLS nothing more can be asked. */
function acceptsConnections(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port })
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy()) as Promise<boolean>
}

async function stopServer(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null) {
    server.kill('SIGINT')
    await Promise.race([once(server, 'exit'), sleep(10_000).then(() => server.kill('SIGKILL'))])
  }
  await rm(folder, { recursive: true, force: true })
}
