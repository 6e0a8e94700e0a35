import { hostileCast } from './hostile-casts.ts'
import { hostileHttp, type HostileRequest } from './hostile-http.ts'
import { hostileMcp } from './hostile-mcp.ts'
import { below, pick, type Random } from './random.ts'

/** A hostile request of any kind, for the application of `fixtures/attacked-server.ts`. */
export function hostileRequest(random: Random): HostileRequest {
  return pick(random, [hostileHttp, hostileCast, hostileMcp, hostileThrow, streamed])(random)
}

const failures = Array.from({ length: 200 }, (_, index) => 400 + index)

/** A request whose handler throws any value, immediately or later. */
function hostileThrow(random: Random): HostileRequest {
  const seed = below(random, 1_000_000_000)
  return pick(random, [
    () => get('thrown in a route', `/thrown/${seed}`, failures),
    () => get('thrown in a scoped route', `/scoped/thrown/${seed}`, failures),
    () => call('thrown in a tool', 'tools/call', { name: 'throw', arguments: { seed } }),
    () => call('thrown in a tool', 'tools/call', { name: 'throw_later', arguments: { seed } }),
    () => call('thrown in a resource', 'resources/read', { uri: `thrown://${seed}` }),
  ])()
}

/** A response of unknown length, with the requested content. */
function streamed(random: Random): HostileRequest {
  const pieces = below(random, 20)
  return {
    ...get('streamed', `/scoped/stream/${pieces}`, [200]),
    faultOf: ({ body }) =>
      body.split('"piece"').length === pieces + 1 ? undefined : 'A piece is missing.',
  }
}

function get(kind: string, path: string, statuses: readonly number[]): HostileRequest {
  const text = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  return { kind, pieces: [Buffer.from(text)], statuses: [statuses], isFramed: true }
}

function call(kind: string, method: string, params: object): HostileRequest {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 'call', method, params })
  const head = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const text = `${head}Content-Length: ${body.length}\r\n\r\n${body}`
  return {
    kind,
    pieces: [Buffer.from(text)],
    statuses: [[200]],
    faultOf: (answer) => (JSON.parse(answer.body).id === 'call' ? undefined : 'It has another id.'),
    isFramed: true,
  }
}
