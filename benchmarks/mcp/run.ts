import { parseArgs } from 'node:util'
import { writeEvidence } from '../evidence.ts'
import { cycle } from '../http/load.ts'
import { Server } from '../http/server.ts'
import { timeRows } from '../http/time-rows.ts'
import { type Usage, usagePerRequest } from '../http/usage.ts'
import { median, ratioCell } from '../statistics.ts'
import { exchanges, requests, type Exchange } from './messages.ts'
import { StdioProcess } from './stdio-process.ts'
import { verifyHttp, verifyStdio } from './verify.ts'

const usage = `tools/call of one tool: by hand, by the framework and by @modelcontextprotocol/server.

  --rounds 7       rounds of every row
  --seconds 1      how long each server is asked in a round over HTTP
  --calls 20000    calls of a round over stdio
  --only http      http or stdio
  --evidence       write the tables to benchmarks/evidence
`

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '1' },
    calls: { type: 'string', default: '20000' },
    only: { type: 'string' },
    evidence: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const rounds = Number(options.rounds)
const names = ['floor', 'floor-copy', 'fw', 'official'] as const
type Name = (typeof names)[number]

/** One number a round, by contestant. */
type Series = Record<Name, number[]>

interface Found {
  perSecond: Series
  microseconds: Series
  bytes: Series
}

const head = [
  '',
  `| era | measure | ${names.join(' | ')} | floor-copy/floor | fw/floor | fw/official |`,
  `|---|---|${'---|'.repeat(names.length + 3)}`,
]

if (options.help) console.log(usage)
else await main()

async function main(): Promise<void> {
  const lines: string[] = []
  if (options.only !== 'stdio') lines.push(...(await timeHttp()))
  if (options.only !== 'http') lines.push(...(await timeStdio()))
  console.log(lines.join('\n'))
  if (options.evidence) writeEvidence('mcp', lines)
}

/** The responses of the servers per second of processor time, all on one core. */
async function timeHttp(): Promise<string[]> {
  const load = { seconds: Number(options.seconds), connections: 32 }
  const servers: Server[] = []
  try {
    for (const name of names) {
      const program = `../../mcp/contestants/${name.replace('-copy', '')}-http.ts`
      const server = await Server.start({ name, program, imports: ['@fw/transform/register'] })
      servers.push(server)
      await verifyHttp(name, server.port)
    }
    const timings = await timeRows(servers, requests, { rounds, ...load })
    return [
      `Over HTTP, wrk with ${load.connections} connections, ${rounds} rounds of ${load.seconds} s in turns, each once in ${cycle} ms.`,
      'A second is one of the processor time of the server.',
      ...head,
      ...[...timings].flatMap(([era, found]) => rowsOf(era, fromTimings(found))),
      '',
    ]
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

async function timeStdio(): Promise<string[]> {
  const calls = Number(options.calls)
  const lines = [
    `Over stdio, 32 calls under way, ${rounds} rounds of ${calls} calls in rotated order.`,
    ...head,
  ]
  for (const [era, exchange] of Object.entries(exchanges)) {
    const processes = names.map(
      (name) => new StdioProcess(name, `${name.replace('-copy', '')}-stdio.ts`),
    )
    try {
      for (const each of processes) await verifyOverStdio(each, era)
      const found = await timeRounds(processes, exchange, calls)
      lines.push(...rowsOf(era, found))
    } finally {
      await Promise.all(processes.map((each) => each.stop()))
    }
  }
  return [...lines, '']
}

async function verifyOverStdio(each: StdioProcess, era: string): Promise<void> {
  const ask = (message: object) => each.ask(message)
  if (era === 'legacy') {
    const clientInfo = { name: 'bench', version: '1.0.0' }
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
    if (each.name === 'official') await ask({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
  }
  await verifyStdio(each.name, era, ask)
}

async function timeRounds(
  processes: readonly StdioProcess[],
  { message }: Exchange,
  calls: number,
): Promise<Found> {
  const found = nothing()
  for (const each of processes) await each.run(message, calls)
  for (let round = 0; round < rounds; round++) {
    for (const index of processes.keys()) {
      const each = processes[(index + round) % processes.length] as StdioProcess
      const before = await each.usage()
      const seconds = await each.run(message, calls)
      const usage = usagePerRequest(before, await each.usage(), calls)
      add(found, each.name as Name, calls / seconds, usage)
    }
    process.stderr.write(`round ${round + 1} of ${rounds}\r`)
  }
  return found
}

function nothing(): Found {
  const empty = () => Object.fromEntries(names.map((name) => [name, []])) as unknown as Series
  return { perSecond: empty(), microseconds: empty(), bytes: empty() }
}

/** Adds a round of one contestant. */
function add(found: Found, name: Name, perSecond: number, { microseconds, bytes }: Usage): void {
  found.perSecond[name].push(perSecond)
  found.microseconds[name].push(microseconds)
  found.bytes[name].push(bytes)
}

function fromTimings(timings: ReadonlyMap<string, readonly Usage[]>): Found {
  const found = nothing()
  for (const name of names) {
    for (const usage of timings.get(name) as readonly Usage[]) {
      add(found, name, 1e6 / usage.microseconds, usage)
    }
  }
  return found
}

/** Calls per second, and the processor time and garbage of one call in the server's process. */
function rowsOf(era: string, { perSecond, microseconds, bytes }: Found): string[] {
  const row = (measure: string, series: Series, digits: number) =>
    `| ${[
      era,
      measure,
      ...names.map((name) => median(series[name]).toFixed(digits)),
      ratioCell(series['floor-copy'], series.floor),
      ratioCell(series.fw, series.floor),
      ratioCell(series.fw, series.official),
    ].join(' | ')} |`
  return [
    row('calls/s', perSecond, 0),
    row('µs of processor', microseconds, 1),
    row('bytes allocated', bytes, 0),
  ]
}
