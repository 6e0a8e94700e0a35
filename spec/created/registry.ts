import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHash } from 'node:crypto'
import { basename } from 'node:path'

interface Answer {
  readonly status: number
  readonly body: Uint8Array | string
}

interface PackageDocument {
  readonly versions: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** The fields of a version that an installation needs. */
const installed = [
  'name',
  'version',
  'deprecated',
  'dependencies',
  'optionalDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
  'bin',
  'engines',
  'os',
  'cpu',
  'libc',
  'scripts',
  'hasInstallScript',
  'dist',
]

/** A registry that has some packages, no others of fw, and fetches all else from the one that npm is set up with. */
export class Registry {
  /** The packages of fw that it was asked for. */
  readonly asked: string[] = []
  readonly #packages = new Map<string, string>()
  readonly #documents = new Map<string, Answer>()
  readonly #server: Server
  readonly #elsewhere = execFileSync('npm', ['config', 'get', 'registry'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()

  constructor(tarballs: readonly string[] = []) {
    for (const file of tarballs) this.#packages.set(readName(file), file)
    this.#server = createServer((request, response) => this.#answer(request.url ?? '', response))
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #answer(url: string, response: ServerResponse): void {
    const path = decodeURIComponent(url.slice(1))
    const tarball = [...this.#packages.values()].find((file) => path === `packed/${basename(file)}`)
    const file = this.#packages.get(path)
    if (path.startsWith('@fw/')) this.asked.push(path)
    if (tarball) response.end(readFileSync(tarball))
    else if (file) response.end(JSON.stringify(this.#describe(path, file)))
    else if (path.startsWith('@fw/')) response.writeHead(404).end()
    else void this.#handOn(url, response)
  }

  async #handOn(url: string, response: ServerResponse): Promise<void> {
    try {
      const answer = this.#documents.get(url) ?? (await fetchFrom(this.#elsewhere, url))
      // Each installation asks for the same documents.
      if (answer.status === 200 && !isTarball(url)) this.#documents.set(url, answer)
      response.writeHead(answer.status).end(answer.body)
    } catch (error) {
      response.writeHead(502).end(String(error))
    }
  }

  #describe(name: string, file: string): object {
    const manifest = readManifest(file)
    const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
    const dist = { tarball: `${this.address}packed/${basename(file)}`, integrity }
    const version = String(manifest['version'])
    return {
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { ...manifest, dist } },
    }
  }
}

/** Fetches a tarball, or what an installation needs of a document: an installer parses hundreds of them. */
async function fetchFrom(registry: string, url: string): Promise<Answer> {
  const found = await fetch(new URL(url.slice(1), registry))
  const { status } = found
  if (!found.ok || isTarball(url)) return { status, body: await found.bytes() }
  const { versions, ...others } = (await found.json()) as PackageDocument
  const shortened = Object.entries(versions).map(([version, manifest]) => [
    version,
    Object.fromEntries(installed.map((key) => [key, manifest[key]])),
  ])
  return { status, body: JSON.stringify({ ...others, versions: Object.fromEntries(shortened) }) }
}

function isTarball(url: string): boolean {
  return url.endsWith('.tgz')
}

function readName(file: string): string {
  return String(readManifest(file)['name'])
}

function readManifest(file: string): Record<string, unknown> {
  const text = execFileSync('tar', [
    '--extract',
    '--to-stdout',
    '--file',
    file,
    'package/package.json',
  ])
  return JSON.parse(String(text)) as Record<string, unknown>
}
