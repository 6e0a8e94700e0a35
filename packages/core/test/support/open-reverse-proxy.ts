import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { isExecutable } from './is-executable.ts'

export type ReverseProxy = 'nginx' | 'nginx that keeps connections' | 'caddy' | 'caddy with TLS'

export interface RunningProxy {
  readonly port: number
  close(): Promise<void>
}

/** The program of a proxy, and of the package that has it. */
export const proxyPrograms: Readonly<Record<ReverseProxy, string>> = {
  nginx: 'nginx',
  'nginx that keeps connections': 'nginx',
  caddy: 'caddy',
  'caddy with TLS': 'caddy',
}

/** The path of its program; undefined if it is not installed. Debian has some where only the administrator looks. */
export function findProxy(name: ReverseProxy): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, proxyPrograms[name])).find(isExecutable)
}

/** Starts a proxy as the page on security configures it, in front of a port. */
export async function openProxy(name: ReverseProxy, behind: number): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), `fw-${proxyPrograms[name]}-`))
  const port = await freePort()
  const file = join(folder, 'config')
  writeFileSync(file, configure[name](folder, port, behind))
  const child = spawn(findProxy(name) as string, argumentsOf(name, folder, file), {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  const close = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  for (let attempt = 0; child.exitCode === null && attempt < 200; attempt += 1) {
    if (await isListening(port)) return { port, close }
    await sleep(50)
  }
  await close()
  throw new Error(`${name} did not start.`)
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

const page = (name: string) =>
  readFileSync(new URL(`../examples/security/${name}`, import.meta.url), 'utf8')

const configure: Readonly<
  Record<ReverseProxy, (folder: string, port: number, behind: number) => string>
> = {
  nginx: (folder, port, behind) => nginxConfig(folder, port, nginxPage(`127.0.0.1:${behind}`)),
  'nginx that keeps connections': (folder, port, behind) =>
    nginxConfig(folder, port, nginxPage('behind').replace('{', keptConnections)).replace(
      'server {',
      `upstream behind { server 127.0.0.1:${behind}; keepalive 8; }\n  server {`,
    ),
  caddy: (_folder, port, behind) => `{
  admin off
  auto_https off
  default_bind 127.0.0.1
}
${caddyfile(`http://:${port}`, behind)}`,
  'caddy with TLS': (_folder, port, behind) => `{
  admin off
  auto_https disable_redirects
  skip_install_trust
}
${caddyfile(`https://localhost:${port}`, behind).replace('{', '{\n  tls internal')}`,
}

/** By default nginx asks in HTTP/1.0, on a new connection each time. */
const keptConnections = `{
  proxy_http_version 1.1;
  proxy_set_header Connection "";`

function nginxPage(behind: string): string {
  return page('nginx.conf').replace('127.0.0.1:8080', behind)
}

function nginxConfig(folder: string, port: number, location: string): string {
  return `daemon off;
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
    ${location}
  }
}
`
}

function caddyfile(site: string, behind: number): string {
  return page('Caddyfile').replace('shop.example', site).replace('8080', String(behind))
}

function argumentsOf(name: ReverseProxy, folder: string, file: string): string[] {
  return proxyPrograms[name] === 'nginx'
    ? ['-p', folder, '-c', file, '-e', join(folder, 'errors')]
    : ['run', '--config', file, '--adapter', 'caddyfile']
}
