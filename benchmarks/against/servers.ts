import { rows as authRows } from '../auth/rows.ts'
import { Server } from '../http/server.ts'
import { rows as httpRows, type TimedRequest } from '../http/rows.ts'
import { tablesOf, timeRows, type Rounds, type Timings } from '../http/time-rows.ts'
import { requests as mcpRows } from '../mcp/messages.ts'
import { rows as pipelineRows } from '../pipeline/rows.ts'
import { here } from './checkout.ts'

interface Row extends TimedRequest {
  /** A string is the whole body; other forms of checks are those of the benchmark that has the row. */
  readonly answer?: unknown
}

interface Program {
  /** Below `benchmarks`. */
  readonly file: string
  readonly rows: Readonly<Record<string, Row>>
}

const { none, header, session, gzip, guarded } = pipelineRows
const { public: open, key, es256, rs256, ...tools } = authRows
const { 'es256-new': newEs256, 'rs256-new': newRs256, ...toolRows } = tools

/** The compared programs, by the names of their tables. */
export const programs: Readonly<Record<string, Program>> = {
  http: { file: 'http/contestants/fw.ts', rows: httpRows },
  pipeline: { file: 'pipeline/contestants/fw.ts', rows: { none, header, session, gzip } },
  'pipeline guarded': { file: 'pipeline/contestants/guarded-fw.ts', rows: { guarded } },
  auth: {
    file: 'auth/contestants/with-fw.ts',
    rows: { open, key, es256, rs256, 'es256-new': newEs256, 'rs256-new': newRs256 },
  },
  'auth of tools': { file: 'auth/contestants/tool-fw.ts', rows: toolRows },
  mcp: { file: 'mcp/contestants/fw-http.ts', rows: mcpRows },
}

/** Times one program of both checkouts, and of the earlier one twice; the second is the control. */
export async function compareServers(
  { file, rows }: Program,
  before: string,
  { starts, ...load }: Rounds & { readonly starts: number },
): Promise<string[]> {
  const timings: Timings = new Map()
  for (let start = 0; start < starts; start += 1) {
    const servers: Server[] = []
    try {
      for (const [name, root] of [
        ['before', before],
        ['before, again', before],
        ['now', here],
      ] as const) {
        const imports = ['@fw/transform/register']
        servers.push(await Server.start({ name, root, program: `../../${file}`, imports }, node))
      }
      for (const server of servers) await expectStatus(server, rows)
      await timeRows(servers, rows, load, timings)
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
    }
  }
  return tablesOf(timings)
}

const node = ['--min-semi-space-size=16']

async function expectStatus(server: Server, rows: Program['rows']): Promise<void> {
  for (const [name, { method, path, headers, body, status }] of Object.entries(rows)) {
    const sent = new Headers(headers)
    if (body !== undefined && !sent.has('content-type'))
      sent.set('content-type', 'application/json')
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method,
      headers: sent,
      ...(body !== undefined && { body }),
    })
    await response.text()
    if (response.status === status) continue
    throw new Error(`${name}, ${server.name}: ${response.status} instead of ${status}.`)
  }
}
