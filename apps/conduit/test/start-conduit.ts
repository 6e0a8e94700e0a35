import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))
const fw = fileURLToPath(new URL('../../../node_modules/.bin/fw', import.meta.url))

/** Conduit in a process of its own, migrated and served as `npm start` does. */
export class Conduit implements AsyncDisposable {
  /** Such as `http://127.0.0.1:8080`. */
  readonly address: string
  readonly #process: ChildProcess

  private constructor(address: string, process: ChildProcess) {
    this.address = address
    this.#process = process
  }

  static async start(settings: Readonly<Record<string, string>>): Promise<Conduit> {
    const port = await freePort()
    const secret = { CONDUIT_SECRET: 'a-secret-that-only-the-tests-ever-use' }
    const child = spawn(process.execPath, [fw, 'serve', '--migrate'], {
      cwd: folder,
      env: { ...process.env, ...secret, ...settings, HOST: '127.0.0.1', PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    for await (const text of child.stdout) {
      printed += String(text)
      if (printed.includes('Listening on')) return new Conduit(`http://127.0.0.1:${port}`, child)
    }
    throw new Error(`Conduit has not started: ${printed}`)
  }

  /** Sends JSON, in somebody's name where a token is given. */
  async ask(
    method: string,
    path: string,
    { token, body }: { token?: string; body?: unknown } = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.address}/api${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Token ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }

  /** Signs somebody up; the token. */
  async signUp(username: string): Promise<string> {
    const user = { username, email: `${username}@example.com`, password: 'correct horse' }
    const { body } = await this.ask('POST', '/users', { body: { user } })
    return (body as { user: { token: string } }).user.token
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null) return
    this.#process.kill()
    await once(this.#process, 'exit')
  }
}

export interface Answer {
  readonly status: number
  readonly body: unknown
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
