import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { findPrograms } from './find-programs.ts'
import { freePort } from '../../../core/test/support/free-port.ts'

/** A process of `redis-server` that a test starts, kills and freezes. */
export class RedisProcess {
  readonly programs: Readonly<Record<string, string>>
  readonly port: number
  readonly #password: string
  readonly #folder = mkdtempSync(join(tmpdir(), 'fw-test-redis-'))
  #child: ChildProcess | undefined

  private constructor(programs: Readonly<Record<string, string>>, port: number, password: string) {
    this.programs = programs
    this.port = port
    this.#password = password
  }

  /** Starts a process with lines of redis.conf, or of sentinel.conf. Resolves when it responds. */
  static async start(lines: readonly string[]): Promise<RedisProcess> {
    const programs = await findPrograms('redis')
    if (!programs?.['cli']) throw new Error('There is no redis-server with redis-cli to start.')
    const [, password = ''] = /^requirepass (.*)$/m.exec(lines.join('\n')) ?? []
    const started = new RedisProcess(programs, await freePort(), password)
    const common = [`port ${started.port}`, 'bind 127.0.0.1', `dir ${started.#folder}`]
    // By default, the second port of a cluster's server is one that a connection may have.
    if (lines.includes('cluster-enabled yes')) common.push(`cluster-port ${await freePort()}`)
    const file = join(started.#folder, 'redis.conf')
    writeFileSync(file, [...common, ...lines, ''].join('\n'))
    const isSentinel = lines.some((line) => line.startsWith('sentinel '))
    const args = [file, ...(isSentinel ? ['--sentinel'] : [])]
    const child = spawn(programs['server'] ?? '', args, { stdio: ['ignore', 'pipe', 'ignore'] })
    started.#child = child
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    const ended = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`redis-server ended (${code ?? signal}) before it responded:\n${output}`)
    })
    await Promise.race([waitUntil(async () => (await started.call('PING')) === 'PONG'), ended])
    return started
  }

  get address(): string {
    return `127.0.0.1:${this.port}`
  }

  /** Runs a command. Returns the response as `redis-cli` prints it: the elements of arrays on a line each. */
  async call(...args: readonly [string, ...string[]]): Promise<string> {
    const [command, ...rest] = args
    const client = new Redis({
      host: '127.0.0.1',
      port: this.port,
      ...(this.#password && { password: this.#password }),
      lazyConnect: true,
      enableReadyCheck: false,
      retryStrategy: () => null,
      connectTimeout: 5000,
      commandTimeout: 5000,
    })
    // The promises are rejected, too.
    client.on('error', () => {})
    try {
      await client.connect()
      return toText(await client.call(command, ...rest))
    } finally {
      client.disconnect()
    }
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  /** Halts the process. Its connections stay open. */
  freeze(): void {
    this.#child?.kill('SIGSTOP')
  }

  thaw(): void {
    this.#child?.kill('SIGCONT')
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function toText(response: unknown): string {
  return Array.isArray(response) ? response.map(toText).join('\n') : String(response ?? '').trim()
}

/** Waits until a condition is true. If it throws, it is not true yet. */
export async function waitUntil(condition: () => Promise<boolean>, seconds = 30): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (!(await condition().catch(() => false))) {
    if (Date.now() > end) throw new Error(`Not within ${seconds} seconds: ${condition}`)
    await sleep(50)
  }
}
