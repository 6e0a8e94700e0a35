import { median, ratioCell, rotated, worstCell } from '../statistics.ts'
import { ask, type Load } from './load.ts'
import type { TimedRequest } from './rows.ts'
import type { Server } from './server.ts'
import { type Usage, usagePerRequest } from './usage.ts'

/** The load of one round, and how many there are. */
export interface Rounds extends Load {
  readonly rounds: number
  /** True if the idle servers collect their garbage before the last warm-up round. */
  readonly collects?: boolean
}

const warmUps = 2

/** The cost of a request, once a round, by row and contestant. */
export type Timings = Map<string, Map<string, Usage[]>>

/** Times each row on each server, in rounds of rotated order after two that warm up. Adds to `timings`. */
export async function timeRows(
  servers: Server[],
  rows: Record<string, TimedRequest>,
  { rounds, collects = false, ...load }: Rounds,
  timings: Timings = new Map(),
): Promise<Timings> {
  for (const row of Object.keys(rows)) {
    if (!timings.has(row)) timings.set(row, new Map(servers.map(({ name }) => [name, []])))
  }
  for (let round = -warmUps; round < rounds; round++) {
    if (collects && round === -1) await Promise.all(servers.map((server) => server.collect()))
    for (const [row, request] of Object.entries(rows)) {
      const found = await timeRound(rotated(servers, Math.max(round, 0)), request, load)
      if (round < 0) continue
      for (const [{ name }, usage] of found) timings.get(row)?.get(name)?.push(usage)
    }
    process.stderr.write(`round ${round + 1} of ${rounds} \r`)
  }
  process.stderr.write('\n')
  return timings
}

/** The cost of a request for each server. */
async function timeRound(
  servers: Server[],
  request: TimedRequest,
  load: Load,
): Promise<Map<Server, Usage>> {
  const before = await usages(servers)
  const ports = servers.map(({ port }) => port)
  const requests = await ask(ports, request, load)
  const after = await usages(servers)
  const perRequest = (index: number) =>
    usagePerRequest(before[index] as Usage, after[index] as Usage, requests[index] as number)
  return new Map(servers.map((server, index) => [server, perRequest(index)]))
}

function usages(servers: Server[]): Promise<Usage[]> {
  return Promise.all(servers.map((server) => server.usage()))
}

/**
 * Processor time: that of the first contestant, and the others as ratios to it. The second table is of garbage.
 * All contestants that were timed stand in it, or those that are named.
 */
export function tablesOf(timings: Timings, names = timedIn(timings)): string[] {
  return [...timesOf(timings, names), '', ...tableOf(timings, names, 'bytes', 'bytes', ratioCell)]
}

/** The same of processor time for the start that was worst: one and the same program differs from start to start. */
export function worstStartsOf(
  timings: Timings,
  starts: number,
  names = timedIn(timings),
): string[] {
  return tableOf(timings, names, 'microseconds', 'µs', (values, floor) =>
    worstCell(values, floor, starts),
  )
}

/** The first of these tables alone. */
export function timesOf(timings: Timings, names = timedIn(timings)): string[] {
  return tableOf(timings, names, 'microseconds', 'µs', ratioCell)
}

function timedIn(timings: Timings): string[] {
  return [...timings.values()].slice(0, 1).flatMap((found) => [...found.keys()])
}

function tableOf(
  timings: Timings,
  [floorName = '', ...names]: readonly string[],
  measure: keyof Usage,
  unit: string,
  cellOf: (values: readonly number[], floor: readonly number[]) => string,
): string[] {
  const lines = [
    `| row | ${floorName}, ${unit} | ${names.join(' | ')} |`,
    `|---|---|${names.map(() => '---|').join('')}`,
  ]
  for (const [row, found] of timings) {
    const seriesOf = (name: string) => (found.get(name) as Usage[]).map((usage) => usage[measure])
    const floor = seriesOf(floorName)
    const cells = names.map((name) => cellOf(seriesOf(name), floor))
    lines.push(`| ${row} | ${median(floor).toFixed(1)} | ${cells.join(' | ')} |`)
  }
  return lines
}
