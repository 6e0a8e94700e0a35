import { isReachable, findServer } from './find-server.ts'
import { startServer, type StartedServer } from './start-server.ts'
import { urlVariables, type ServerName } from './servers.ts'

const names = Object.keys(urlVariables) as ServerName[]

const started: StartedServer[] = []

/** Runs before all tests: finds the servers they need, or starts them. */
export async function setup(): Promise<void> {
  await Promise.all(names.map(provide))
}

/** After all tests: stops the servers that were started. */
export async function teardown(): Promise<void> {
  await Promise.all(started.map((server) => server.stop()))
}

async function provide(name: ServerName): Promise<void> {
  const variable = urlVariables[name]
  const configuredUrl = process.env[variable]
  if (configuredUrl !== undefined) {
    if (await isReachable(name, configuredUrl)) return
    throw new Error(`No ${name} server answers at ${variable}.`)
  }
  let url = await findServer(name)
  if (url === undefined) {
    const server = await startServer(name)
    if (!server) return
    started.push(server)
    url = server.url
  }
  process.env[variable] = url
}
