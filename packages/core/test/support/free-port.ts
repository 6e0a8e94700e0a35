import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** The ports of this process, which may not be listening yet. */
const returned = new Set<number>()

/**
 * Returns a free port, for programs that cannot choose one. Connections and servers on port 0 get
 * ports from 32768, so that they do not take it until the program listens.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_768)
  if (returned.has(port)) return freePort()
  returned.add(port)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
