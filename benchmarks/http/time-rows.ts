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

const copyName = 'floor-copy'
const warmUps = 2

/** Microseconds per request, one number a round, by row and contestant. */
export type Timings = Map<string, Map<string, number[]>>

/** Times each row on each server, in interleaved rounds of rotated order after two that warm up. Adds to `timings`. */
export async function timeRows(
  servers: Server[],
  rows: Record<string, Exchange>,
  options: Rounds,
  timings: Timings = new Map(),
): Promise<Timings> {
  const { rounds } = options
  for (let round = -warmUps; round < rounds; round++) {
    for (const [row, exchange] of Object.entries(rows)) {
      for (const server of orderOf(servers, Math.max(round, 0))) {
        const microseconds = await timeRound(server, exchange, options)
        if (round >= 0) add(timings, row, server.name, microseconds)
      }
    }
    process.stderr.write(`round ${round + 1} of ${rounds} \r`)
  }
  process.stderr.write('\n')
  return timings
}

function add(timings: Timings, row: string, name: string, value: number): void {
  const found = timings.get(row) ?? new Map<string, number[]>()
  timings.set(row, found.set(name, [...(found.get(name) ?? []), value]))
}

/** The floor first and its copy last, so that both tell whether the machine kept its speed; the others rotate. */
function orderOf([floor, ...others]: Server[], round: number): Server[] {
  const copy = others.filter(({ name }) => name === copyName)
  const rest = others.filter(({ name }) => name !== copyName)
  const start = round % Math.max(rest.length, 1)
  return [floor as Server, ...rest.slice(start), ...rest.slice(0, start), ...copy]
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

/**
 * The first contestant in microseconds, the others as ratios to it. Rounds count when the floor and its copy were
 * at most a tenth apart; the last column says how many.
 */
export function tableOf(timings: Timings): string[] {
  const [first] = timings.values()
  const [floorName, ...names] = [...(first ?? new Map<string, number[]>()).keys()]
  const lines = [
    `| row | ${floorName}, µs | ${names.join(' | ')} | rounds |`,
    `|---|---|${names.map(() => '---|').join('')}---|`,
  ]
  for (const [row, found] of timings) {
    const all = found.get(floorName as string) as number[]
    const isCalm = calmRounds(all, found.get(copyName) ?? all)
    const calm = (values: number[]) => values.filter((_, round) => isCalm[round])
    const floor = calm(all)
    const cells = names.map((name) => ratioCell(calm(found.get(name) as number[]), floor))
    const count = `${floor.length} of ${all.length}`
    lines.push(`| ${row} | ${median(floor).toFixed(1)} | ${cells.join(' | ')} | ${count} |`)
  }
  return lines
}

function calmRounds(floor: number[], copy: number[]): boolean[] {
  return floor.map((value, round) => Math.abs((copy[round] as number) / value - 1) <= 0.1)
}
