import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Application, createApp } from '@fw/core'
import pusherModule from 'pusher-js'
import { runFw } from '../../../packages/core/test/support/fw-process.ts'
import { inRepositoryCopy } from '../../../packages/core/test/support/temporary-application.ts'
import { DocumentedResponses } from '../../../packages/core/test/features/openapi/documented-responses.ts'
import type { ActionEvent } from '../src/live/action-event.ts'
import type { Credentials } from '../src/socket-server/publish-api.ts'
import { SocketServer } from '../src/socket-server/socket-server.ts'

export const credentials = { appId: 'pingpong', key: 'pingpong-key', secret: 'pingpong-secret' }

// According to the package's types, the class is the default of the default.
const PusherClient = pusherModule as unknown as typeof pusherModule.default
type PusherClient = InstanceType<typeof PusherClient>

const folder = fileURLToPath(new URL('..', import.meta.url))

/** A browser's end of the socket server: the official client. */
export function connect(port: number, key = credentials.key): PusherClient {
  return new PusherClient(key, {
    wsHost: '127.0.0.1',
    wsPort: port,
    cluster: '',
    forceTLS: false,
    enabledTransports: ['ws'],
    disableStats: true,
  })
}

/** Resolves once the client has joined a channel. */
export async function subscribe(client: PusherClient, channel: string) {
  const joined = client.subscribe(channel)
  await new Promise((resolve) => joined.bind('pusher:subscription_succeeded', resolve))
  return joined
}

/** A database file with the tables, and without pings. */
let tables: Promise<Buffer> | undefined

async function createTables(): Promise<Buffer> {
  const data = await mkdtemp(join(tmpdir(), 'pingpong-'))
  const file = join(data, 'pings.sqlite')
  await runFw(inRepositoryCopy('apps/pingpong'), ['migrate'], { DB_NAME: file })
  const contents = await readFile(file)
  await rm(data, { recursive: true })
  return contents
}

/** The application on a separate database, with a socket server and one subscriber. */
export async function startLive(
  environment: Record<string, string> = {},
  shared: Credentials = credentials,
) {
  const data = await mkdtemp(join(tmpdir(), 'pingpong-'))
  const sockets = new SocketServer(shared)
  const port = await sockets.listen(0)
  const settings = {
    SOCKET_PORT: String(port),
    DB_NAME: join(data, 'pings.sqlite'),
    ...environment,
  }
  await writeFile(settings.DB_NAME, await (tables ??= createTables()))
  const application = await withEnvironment(settings, () => createApp(folder))
  const client = connect(port, shared.key)
  const actions: ActionEvent[] = []
  const channel = await subscribe(client, 'ping-pong')
  channel.bind('action', (action: ActionEvent) => actions.push(action))
  return {
    application,
    sockets,
    actions,
    async [Symbol.asyncDispose]() {
      client.disconnect()
      await sockets.close()
      await application.container[Symbol.asyncDispose]()
      await rm(data, { recursive: true })
    },
  }
}

export function post(
  application: Application,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return ask(application, path, { method: 'POST', headers })
}

export function get(application: Application, path: string): Promise<Response> {
  return ask(application, path, {})
}

const documents = new WeakMap<Application, Promise<DocumentedResponses>>()

/** Rejects if the response is not as documented. */
async function ask(application: Application, path: string, init: RequestInit): Promise<Response> {
  const { fetch } = application.kernel
  const known = documents.get(application) ?? DocumentedResponses.of('http://localhost', {}, fetch)
  documents.set(application, known)
  return (await known).fetch(`http://localhost${path}`, init, fetch)
}

/** Repeats a check until it is true; fails after `patience` milliseconds. */
export async function eventually(isTrue: () => boolean, patience = 60_000): Promise<void> {
  const end = Date.now() + patience
  while (!isTrue()) {
    if (Date.now() > end) throw new Error(`Not within ${patience} ms: ${isTrue}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function withEnvironment<T>(
  values: Record<string, string>,
  body: () => Promise<T>,
): Promise<T> {
  const before = { ...process.env }
  Object.assign(process.env, values)
  try {
    return await body()
  } finally {
    process.env = before
  }
}
