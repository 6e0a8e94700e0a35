import { parseArgs } from 'node:util'
import { median, ratioCell } from '../statistics.ts'
import { writeEvidence } from '../evidence.ts'
import { contestants } from './contestants.ts'
import { createLoad } from './load.ts'
import { rows } from './rows.ts'
import { Server } from './server.ts'
import { verify } from './verify.ts'

// V8 sizes the young generation by the garbage of the start, which would favour small programs by up to
// a third where answers are long. So all of them get the same.
const defaultNode = '--min-semi-space-size=16'

const usage = `Processor time per request of each server, as a ratio to the hand-written floor.

  --only fw,fastify   contestants beside the floor (${contestants.map(({ name }) => name).join(', ')})
  --rows json,post    rows (${Object.keys(rows).join(', ')})
  --rounds 15         rounds of every row
  --seconds 2         length of a round
  --node '--flag'     options of Node for every server; default ${defaultNode}
  --verify            compare the answers, time nothing
  --evidence          write the table to benchmarks/evidence
`

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rows: { type: 'string' },
    rounds: { type: 'string', default: '15' },
    seconds: { type: 'string', default: '2' },
    node: { type: 'string', default: defaultNode },
    verify: { type: 'boolean', default: false },
    evidence: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const connections = 64
const load = createLoad()
const rounds = Number(options.rounds)
const seconds = Number(options.seconds)

if (options.help) console.log(usage)
else await main()

async function main(): Promise<void> {
  const chosen = pick(
    options.only,
    contestants.map(({ name }) => name),
    '--only',
  )
  const chosenRows = pick(options.rows, Object.keys(rows), '--rows')
  const servers: Server[] = []
  try {
    for (const contestant of contestants) {
      if (contestant.name !== 'floor' && !chosen.includes(contestant.name)) continue
      const server = await Server.start(contestant, options.node.split(' ').filter(Boolean))
      servers.push(server)
      await verify(server)
    }
    console.log(`Equal answers: ${servers.map(({ name }) => name).join(', ')}`)
    if (!options.verify) report(await timeRows(servers, chosenRows))
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

function pick(list: string | undefined, known: string[], option: string): string[] {
  const names = list === undefined ? known : list.split(',')
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new Error(`${option}: "${unknown}" is none of ${known.join(', ')}.`)
  }
  return names
}

/** Microseconds per request, one number a round, by row and contestant. */
type Timings = Map<string, Map<string, number[]>>

async function timeRows(servers: Server[], names: string[]): Promise<Timings> {
  const timings: Timings = new Map(
    names.map((row) => [row, new Map(servers.map(({ name }) => [name, []]))]),
  )
  for (const row of names) for (const server of servers) await timeRound(server, row, 1)
  for (let round = 0; round < rounds; round++) {
    for (const row of names) {
      for (const index of servers.keys()) {
        const server = servers[(index + round) % servers.length] as Server
        timings
          .get(row)
          ?.get(server.name)
          ?.push(await timeRound(server, row, seconds))
      }
    }
    process.stderr.write(`round ${round + 1} of ${rounds}\r`)
  }
  process.stderr.write('\n')
  return timings
}

async function timeRound(server: Server, row: string, seconds: number): Promise<number> {
  const exchange = rows[row]
  if (!exchange) throw new Error(`There is no row "${row}".`)
  const before = await server.cpuMicroseconds()
  const requests = await load.run(server.port, exchange, connections, seconds)
  const after = await server.cpuMicroseconds()
  if (requests === 0) throw new Error(`${server.name} answered nothing in "${row}".`)
  return (after - before) / requests
}

function report(timings: Timings): void {
  const names = [...(timings.values().next().value as Map<string, number[]>).keys()]
  const lines = [
    `| row | floor, µs | ${names.slice(1).join(' | ')} |`,
    `|---|---|${names
      .slice(1)
      .map(() => '---|')
      .join('')}`,
  ]
  for (const [row, found] of timings) {
    const floor = found.get('floor') as number[]
    const cells = names.slice(1).map((name) => ratioCell(found.get(name) as number[], floor))
    lines.push(`| ${row} | ${median(floor).toFixed(1)} | ${cells.join(' | ')} |`)
  }
  const table = lines.join('\n')
  console.log(table)
  if (!options.evidence) return
  writeEvidence('http', [
    'Processor time per request of the server process, user and system, as a ratio to the hand-written',
    '`node:http` program in the same round: median of the rounds, and in brackets the middle half of them.',
    '`floor-copy` is the same program in a second process; a difference below its own is none.',
    '',
    `${load.name}, ${connections} connections, ${rounds} rounds of ${seconds} s in rotated order,`,
    `after answers had been compared byte for byte. Options of Node: ${options.node || 'none'}.`,
    '',
    table,
  ])
}
