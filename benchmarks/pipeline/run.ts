import { parseArgs } from 'node:util'
import { writeEvidence } from '../evidence.ts'
import { canPin } from '../http/cores.ts'
import { connections, cycle, loadGenerator } from '../http/load.ts'
import { Server } from '../http/server.ts'
import { tablesOf, timeRows, type Timings } from '../http/time-rows.ts'
import { groups } from './groups.ts'
import { type Row, type RowName, rows } from './rows.ts'
import { verify } from './verify.ts'

const contestants = groups.flatMap(({ contestants: [, ...others] }) => others)
const defaultNode = '--min-semi-space-size=16'
const usage = `Middleware: processor time and garbage per request of each server, as a ratio to the same by hand.

  --only fw           contestants beside the floors (${contestants.join(', ')})
  --rows none         rows (${Object.keys(rows).join(', ')})
  --starts 4          how often every server is started anew
  --rounds 4          rounds of every row after each start
  --seconds 1         how long each server is asked in a round
  --node '--flag'     options of Node for every server; default ${defaultNode}
  --verify            compare the answers, time nothing
  --evidence          write the tables to benchmarks/evidence
`

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: contestants.join() },
    rows: { type: 'string', default: Object.keys(rows).join() },
    starts: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '1' },
    node: { type: 'string', default: defaultNode },
    verify: { type: 'boolean', default: false },
    evidence: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const generator = loadGenerator()
const starts = options.verify ? 1 : Number(options.starts)
const rounds = Number(options.rounds)
const seconds = Number(options.seconds)

/** What compiles the decorators of a contestant. */
const preloads: ReadonlyMap<string, string[]> = new Map([
  ['fw', ['@fw/transform/register']],
  ['nest', [new URL('../lower-decorators.ts', import.meta.url).href]],
])

/** The rows that are asked for, and of each table's contestants the floor and those that are. */
const chosen = groups
  .map(({ contestants: [floor = '', ...others], rows: names }) => ({
    contestants: [floor, ...others.filter((name) => options.only.split(',').includes(name))],
    rows: names.filter((name) => options.rows.split(',').includes(name)),
  }))
  .filter((group) => group.contestants.length > 1 && group.rows.length > 0)

if (options.help) console.log(usage)
else await main()

async function main(): Promise<void> {
  const tables: string[] = []
  for (const group of chosen) {
    const timings: Timings = new Map()
    for (let start = 0; start < starts; start++) {
      await timeStart(group.contestants, group.rows, timings)
    }
    if (!options.verify) tables.push(...tablesOf(timings), '')
  }
  console.log(tables.join('\n'))
  if (options.evidence) write(tables)
}

/** Starts all servers of a table, looks at their answers and adds what they need to the timings. */
async function timeStart(
  names: readonly string[],
  rowNames: readonly RowName[],
  timings: Timings,
): Promise<void> {
  const timed: Record<string, Row> = Object.fromEntries(rowNames.map((name) => [name, rows[name]]))
  const servers: Server[] = []
  try {
    for (const name of names) {
      const server = await start(name)
      servers.push(server)
      for (const [row, expected] of Object.entries(timed)) await verify(server, row, expected)
    }
    console.log(`Equal answers: ${names.join(', ')}`)
    if (!options.verify) await timeRows(servers, timed, { rounds, seconds, connections }, timings)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

function start(name: string): Promise<Server> {
  const program = `../../pipeline/contestants/${name.replace('-copy', '')}.ts`
  const imports = preloads.get(name.split('-').at(-1) ?? '') ?? []
  return Server.start({ name, program, imports }, options.node.split(' ').filter(Boolean))
}

function write(tables: readonly string[]): void {
  writeEvidence('pipeline', [
    'Processor time per request of the server process, user and system, as a ratio to the same by hand on bare',
    '`node:http` in the same round: median of the rounds, and in brackets the middle half of them.',
    'A copy of a floor is the same program in a second process; a difference below its own is none.',
    'Every second table is of the memory of JavaScript that a request allocates, which hardly depends on the machine.',
    '',
    `${generator}, ${connections} connections, ${starts} starts with ${rounds} rounds of ${seconds} s in turns, each once in ${cycle} ms,`,
    `${canPin ? 'servers on one core and the load on another' : 'no core of their own for servers and load'},`,
    `after status, body and headers had been compared. Options of Node: ${options.node || 'none'}.`,
    '',
    ...tables,
  ])
}
