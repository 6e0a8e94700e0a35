import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished, type TestContext } from 'vitest'
import { freePort } from './free-port.ts'

export type ReverseProxy = 'nginx' | 'caddy' | 'caddy with TLS'

const programs = { nginx: 'nginx', caddy: 'caddy', 'caddy with TLS': 'caddy' }

/** Skips a test where the proxy is not installed. */
export function needsReverseProxy({ skip }: TestContext, name: ReverseProxy): void {
  const program = programs[name]
  skip(findProgram(name) === undefined, `no ${program}. Install it: apt-get install ${program}.`)
}

/** Debian has some programs where only the administrator looks. */
function findProgram(name: ReverseProxy): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, programs[name])).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const page = (name: string) =>
  readFileSync(new URL(`./examples/security/${name}`, import.meta.url), 'utf8')

/** Starts a proxy as the page on security configures it, in front of a port; ends with the test. */
export async function startProxy(name: ReverseProxy, behind: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), `fw-${name}-`))
  const port = await freePort()
  const file = join(folder, 'config')
  writeFileSync(file, configure[name](folder, port, behind))
  const child = spawn(findProgram(name) as string, argumentsOf(name, folder, file), {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  onTestFinished(async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  })
  for (let attempt = 0; child.exitCode === null && attempt < 200; attempt += 1) {
    const isUp = await askProxy(name, port).then(
      () => true,
      () => false,
    )
    if (isUp) return port
    await sleep(50)
  }
  throw new Error(`${name} did not start.`)
}

/** What a proxy answers, as JSON, to a client of another address than its own. */
export async function askProxy(
  name: ReverseProxy,
  port: number,
  headers: Record<string, string> = {},
): Promise<{ readonly body: Record<string, unknown>; readonly headers: IncomingHttpHeaders }> {
  const isSecure = name === 'caddy with TLS'
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const options = { port, headers, localAddress: clientAddress, agent: false }
  const asked = isSecure
    ? requestSecurely({ ...options, host: 'localhost', family: 4, rejectUnauthorized: false })
    : request({ ...options, host: '127.0.0.1' })
  asked.on('response', resolve).on('error', reject).end()
  const answer = await promise
  return { body: (await json(answer)) as Record<string, unknown>, headers: answer.headers }
}

/** On the loopback interface, where no proxy is. */
export const clientAddress = '127.0.0.2'

const configure: Readonly<
  Record<ReverseProxy, (folder: string, port: number, behind: number) => string>
> = {
  nginx: (folder, port, behind) => `daemon off;
pid ${folder}/pid;
error_log ${folder}/errors;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    ${page('nginx.conf').replace('8080', String(behind))}
  }
}
`,
  caddy: (_folder, port, behind) => `{
  admin off
  auto_https off
}
${caddyfile(`http://127.0.0.1:${port}`, behind)}`,
  'caddy with TLS': (_folder, port, behind) => `{
  admin off
  auto_https disable_redirects
  skip_install_trust
}
${caddyfile(`https://localhost:${port}`, behind).replace('{', '{\n  tls internal')}`,
}

function caddyfile(site: string, behind: number): string {
  return page('Caddyfile').replace('shop.example', site).replace('8080', String(behind))
}

function argumentsOf(name: ReverseProxy, folder: string, file: string): string[] {
  return name === 'nginx'
    ? ['-p', folder, '-c', file, '-e', join(folder, 'errors')]
    : ['run', '--config', file, '--adapter', 'caddyfile']
}
