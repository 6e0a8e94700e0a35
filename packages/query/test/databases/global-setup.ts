import { answers, findServer } from './find-server.ts'
import { startServer, type StartedServer } from './start-server.ts'
import { howToGet, variables, type ServerName } from './servers.ts'

const names = Object.keys(variables) as ServerName[]

let found: Awaited<ReturnType<typeof provide>>[] = []

/** Before all tests: finds the servers they need, or starts some of their own. */
export async function setup(): Promise<void> {
  found = await Promise.all(names.map(provide))
}

/** After all tests: stops the servers that were started, and says what could not be tested. */
export async function teardown(): Promise<void> {
  await Promise.all(found.map((server) => server.started?.stop()))
  const missing = found.filter((server) => server.url === undefined)
  if (missing.length === 0) return
  console.error('\n*** Some tests were skipped, because servers are missing:')
  for (const { name } of missing) console.error(`*** ${name}: ${howToGet(name)}`)
}

async function provide(
  name: ServerName,
): Promise<{ name: ServerName; url: string | undefined; started?: StartedServer }> {
  const variable = variables[name]
  const given = process.env[variable]
  if (given !== undefined) {
    if (await answers(name, given)) return { name, url: given }
    throw new Error(`No ${name} server answers at ${variable}.`)
  }
  const local = await findServer(name)
  if (local !== undefined) {
    process.env[variable] = local
    return { name, url: local }
  }
  const started = await startServer(name)
  if (!started) return { name, url: undefined }
  process.env[variable] = started.url
  return { name, url: started.url, started }
}
