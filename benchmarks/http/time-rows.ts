import { median, ratioCell } from '../statistics.ts'
import { ask, type Load } from './load.ts'
import type { TimedRequest } from './rows.ts'
import type { Server } from './server.ts'

/** The load of one round, and how many there are. */
export interface Rounds extends Load {
  readonly rounds: number
}

const warmUps = 2

/** Microseconds per request, one number a round, by row and contestant. */
export type Timings = Map<string, Map<string, number[]>>

/** Times each row on each server, in rounds of rotated order after two that warm up. Adds to `timings`. */
export async function timeRows(
  servers: Server[],
  rows: Record<string, TimedRequest>,
  { rounds, ...load }: Rounds,
  timings: Timings = new Map(),
): Promise<Timings> {
  for (const row of Object.keys(rows)) {
    if (!timings.has(row)) timings.set(row, new Map(servers.map(({ name }) => [name, []])))
  }
  for (let round = -warmUps; round < rounds; round++) {
    for (const [row, request] of Object.entries(rows)) {
      const found = await timeRound(rotated(servers, Math.max(round, 0)), request, load)
      if (round < 0) continue
      for (const [{ name }, time] of found) timings.get(row)?.get(name)?.push(time)
    }
    process.stderr.write(`round ${round + 1} of ${rounds} \r`)
  }
  process.stderr.write('\n')
  return timings
}

function rotated<T>(values: readonly T[], by: number): T[] {
  const start = by % values.length
  return [...values.slice(start), ...values.slice(0, start)]
}

/** Microseconds per request of each server. */
async function timeRound(
  servers: Server[],
  request: TimedRequest,
  load: Load,
): Promise<Map<Server, number>> {
  const before = await cpuOf(servers)
  const ports = servers.map(({ port }) => port)
  const requests = await ask(ports, request, load)
  const after = await cpuOf(servers)
  const timeOf = (index: number) =>
    ((after[index] as number) - (before[index] as number)) / (requests[index] as number)
  return new Map(servers.map((server, index) => [server, timeOf(index)]))
}

function cpuOf(servers: Server[]): Promise<number[]> {
  return Promise.all(servers.map((server) => server.cpuMicroseconds()))
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
