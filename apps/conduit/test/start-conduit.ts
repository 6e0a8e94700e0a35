import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { FwProcess } from '../../../packages/framework/test/fw-process.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const programs = fileURLToPath(new URL('../../../node_modules/.bin/', import.meta.url))

/** Runs a program of the repository in Conduit's folder. */
function run(program: string, ...args: string[]) {
  return promisify(execFile)(process.execPath, [programs + program, ...args], {
    cwd: folder,
    env: { ...process.env, CONDUIT_SECRET: 'a-secret-that-only-the-tests-ever-use' },
  })
}

/** Writes the client, checks the types of the front end, and builds it, as `npm run build` does. */
export async function buildFrontEnd(): Promise<void> {
  await run('fw', 'client')
  await run('tsc', '-p', 'web')
  await run('vite', 'build', 'web')
}

/** Writes the OpenAPI document. */
export async function writeDocument(file: string): Promise<void> {
  await run('fw', 'openapi', file)
}

/** Conduit in a process of its own, migrated and served as `npm start` does. */
export class Conduit implements AsyncDisposable {
  /** Such as `http://127.0.0.1:8080`. */
  readonly address: string
  readonly #process: FwProcess

  private constructor(address: string, process: FwProcess) {
    this.address = address
    this.#process = process
  }

  static async start(settings: Readonly<Record<string, string>>): Promise<Conduit> {
    const process = new FwProcess(folder, ['serve', '--migrate'], {
      CONDUIT_SECRET: 'a-secret-that-only-the-tests-ever-use',
      HOST: '127.0.0.1',
      PORT: '0',
      ...settings,
    })
    return new Conduit(await process.address(), process)
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

  [Symbol.asyncDispose](): Promise<void> {
    return this.#process.stop()
  }
}

export interface Answer {
  readonly status: number
  readonly body: unknown
}
