import { median, ratioCell } from '../statistics.ts'
import type { Load } from './load.ts'
import type { Exchange } from './rows.ts'
import type { Server } from './server.ts'

export interface Rounds {
  load: Load
  connections: number
  rounds: number
  seconds: number
}

/** Microseconds per request, one number a round, by row and contestant. */
export type Timings = Map<string, Map<string, number[]>>

/** Times each row on each server, in interleaved rounds of rotated order. */
export async function timeRows(
  servers: Server[],
  rows: Record<string, Exchange>,
  options: Rounds,
): Promise<Timings> {
  const { rounds, seconds } = options
  const timings: Timings = new Map()
  for (const [row, exchange] of Object.entries(rows)) {
    timings.set(row, new Map(servers.map(({ name }) => [name, []])))
    for (const server of servers) await timeRound(server, exchange, { ...options, seconds: 1 })
  }
  for (let round = 0; round < rounds; round++) {
    for (const [row, exchange] of Object.entries(rows)) {
      for (const index of servers.keys()) {
        const server = servers[(index + round) % servers.length] as Server
        const microseconds = await timeRound(server, exchange, { ...options, seconds })
        timings.get(row)?.get(server.name)?.push(microseconds)
      }
    }
    process.stderr.write(`round ${round + 1} of ${rounds}\r`)
  }
  process.stderr.write('\n')
  return timings
}

async function timeRound(
  server: Server,
  exchange: Exchange,
  { load, connections, seconds }: Rounds,
): Promise<number> {
  const before = await server.cpuMicroseconds()
  const requests = await load.run(server.port, exchange, connections, seconds)
  const after = await server.cpuMicroseconds()
  if (requests === 0) throw new Error(`${server.name} answered nothing to ${exchange.path}.`)
  return (after - before) / requests
}

/** The first contestant in microseconds, the others as ratios to it. */
export function tableOf(timings: Timings): string[] {
  const [first] = timings.values()
  const [floorName, ...names] = [...(first ?? new Map<string, number[]>()).keys()]
  const lines = [
    `| row | ${floorName}, µs | ${names.join(' | ')} |`,
    `|---|---|${names.map(() => '---|').join('')}`,
  ]
  for (const [row, found] of timings) {
    const floor = found.get(floorName as string) as number[]
    const cells = names.map((name) => ratioCell(found.get(name) as number[], floor))
    lines.push(`| ${row} | ${median(floor).toFixed(1)} | ${cells.join(' | ')} |`)
  }
  return lines
}
