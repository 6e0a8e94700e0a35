import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { OpenApiDocument } from '../../../packages/core/src/features/openapi/document.ts'
import { FwProcess } from '../../../packages/core/test/support/fw-process.ts'
import { DocumentedResponses } from '../../../packages/core/test/features/openapi/documented-responses.ts'

const sources = fileURLToPath(new URL('..', import.meta.url))

/** Runs a program that is installed for a folder of Conduit. */
function run(folder: string, program: string, ...args: string[]) {
  const words = [join(folder, '../../node_modules/.bin', program), ...args]
  return promisify(execFile)(process.execPath, words, {
    cwd: folder,
    env: { ...process.env, CONDUIT_SECRET: 'a-secret-that-only-the-tests-ever-use' },
  })
}

/** Writes the client, checks the types of the front end, and builds it, as `npm run build` does. */
export async function buildFrontEnd(folder = sources): Promise<void> {
  await run(folder, 'fw', 'client')
  await run(folder, 'tsc', '-p', 'web')
  await run(folder, 'vite', 'build', 'web')
}

/** Writes the OpenAPI document. */
export async function writeDocument(file: string): Promise<void> {
  await run(sources, 'fw', 'openapi', file)
}

/** The OpenAPI document. */
export async function readDocument(folder = sources): Promise<OpenApiDocument> {
  return JSON.parse((await run(folder, 'fw', 'openapi')).stdout)
}

/** It is the same for every folder and database. */
let document: Promise<OpenApiDocument> | undefined

/** Conduit in a separate process, migrated and served like `npm start` does. */
export class Conduit implements AsyncDisposable {
  /** Such as `http://127.0.0.1:8080`. */
  readonly address: string
  readonly documented: DocumentedResponses
  readonly #process: FwProcess

  private constructor(address: string, process: FwProcess, documented: DocumentedResponses) {
    this.address = address
    this.documented = documented
    this.#process = process
  }

  static async start(
    settings: Readonly<Record<string, string>>,
    folder = sources,
  ): Promise<Conduit> {
    const process = new FwProcess(folder, ['serve', '--migrate'], {
      CONDUIT_SECRET: 'a-secret-that-only-the-tests-ever-use',
      HOST: '127.0.0.1',
      PORT: '0',
      ...settings,
    })
    const [address, described] = await Promise.all([
      process.address(),
      (document ??= readDocument(folder)),
    ])
    return new Conduit(address, process, new DocumentedResponses(described))
  }

  /** Sends JSON, as the user of the token if given. Throws if the response is not as documented. */
  async ask(
    method: string,
    path: string,
    { token, body: data }: { token?: string; body?: unknown } = {},
  ): Promise<Answer> {
    const response = await this.documented.fetch(`${this.address}/api${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Token ${token}` }),
        ...(data !== undefined && { 'content-type': 'application/json' }),
      },
      ...(data !== undefined && { body: JSON.stringify(data) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }

  /** Signs a user up and returns the token. */
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
