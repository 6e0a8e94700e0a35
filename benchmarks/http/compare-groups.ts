import { parseArgs } from 'node:util'
import { writeEvidence } from '../evidence.ts'
import { canPin } from './cores.ts'
import { connections, cycle, loadGenerator } from './load.ts'
import { Server } from './server.ts'
import { tablesOf, timeRows, type Timings } from './time-rows.ts'
import { type VerifiedRow, verifyRow } from './verified-row.ts'

/** The contents of one table. */
export interface Group<Name extends string = string> {
  /** The first is the floor; its copy is the same program once more, as the control. */
  readonly contestants: readonly string[]
  readonly rows: readonly Name[]
}

interface Comparison<Name extends string> {
  /** The folder of the programs, and the name of the evidence. */
  readonly folder: string
  /** For people. */
  readonly title: string
  readonly rows: Readonly<Record<Name, VerifiedRow>>
  readonly groups: readonly Group<Name>[]
}

const defaultNode = '--min-semi-space-size=16'

/** The compiler of the decorators of a contestant. */
const preloads: ReadonlyMap<string, string[]> = new Map([
  ['fw', ['@fw/transform/register']],
  ['nest', [new URL('../lower-decorators.ts', import.meta.url).href]],
])

/** Compares the cost of rows for servers with equal responses, as the command line selects. */
export async function compareGroups<Name extends string>({
  folder,
  title,
  rows,
  groups,
}: Comparison<Name>): Promise<void> {
  const all = groups.flatMap(({ contestants: [, ...others] }) => others)
  const options = readOptions(all, Object.keys(rows))
  if (options.help) return console.log(usageOf(title, all, Object.keys(rows)))
  const generator = loadGenerator()
  const starts = options.verify ? 1 : Number(options.starts)
  const rounds = Number(options.rounds)
  const seconds = Number(options.seconds)
  const tables: string[] = []
  for (const { names, timed } of chosenOf(groups, rows, options)) {
    const timings: Timings = new Map()
    for (let start = 0; start < starts; start++) {
      const servers: Server[] = []
      try {
        for (const name of names) servers.push(await startServer(folder, name, options.node))
        for (const server of servers) {
          for (const [row, expected] of Object.entries(timed))
            await verifyRow(server, row, expected)
        }
        console.log(`Equal answers: ${names.join(', ')}`)
        if (!options.verify)
          await timeRows(servers, timed, { rounds, seconds, connections }, timings)
      } finally {
        await Promise.all(servers.map((server) => server.stop()))
      }
    }
    if (!options.verify) tables.push(...tablesOf(timings), '')
  }
  console.log(tables.join('\n'))
  if (!options.evidence) return
  writeEvidence(folder, [
    'Processor time per request of the server process, user and system, as a ratio to the same by hand on bare',
    '`node:http` in the same round: median of the rounds, and in brackets the middle half of them.',
    'A copy of a floor is the same program in a second process. Smaller differences than between these two are noise.',
    'Every second table is of the memory of JavaScript that a request allocates, which hardly depends on the machine.',
    '',
    `${generator}, ${connections} connections, ${starts} starts with ${rounds} rounds of ${seconds} s in turns, each once in ${cycle} ms,`,
    `${canPin ? 'servers on one core and the load on another' : 'no core of their own for servers and load'},`,
    `after status, body and headers had been compared. Options of Node: ${options.node || 'none'}.`,
    '',
    ...tables,
  ])
}

type Options = ReturnType<typeof readOptions>

function readOptions(contestants: readonly string[], rows: readonly string[]) {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: contestants.join() },
      rows: { type: 'string', default: rows.join() },
      starts: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '4' },
      seconds: { type: 'string', default: '1' },
      node: { type: 'string', default: defaultNode },
      verify: { type: 'boolean', default: false },
      evidence: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  return values
}

/** The rows that are asked for, and of each table's contestants the floor and those that are. */
function chosenOf<Name extends string>(
  groups: readonly Group<Name>[],
  rows: Readonly<Record<Name, VerifiedRow>>,
  options: Options,
) {
  const contestants = options.only.split(',')
  const asked = options.rows.split(',')
  return groups
    .map(({ contestants: [floor = '', ...others], rows: names }) => ({
      names: [floor, ...others.filter((name) => contestants.includes(name))],
      timed: Object.fromEntries(
        names.filter((name) => asked.includes(name)).map((name) => [name, rows[name]]),
      ) as Record<string, VerifiedRow>,
    }))
    .filter(({ names, timed }) => names.length > 1 && Object.keys(timed).length > 0)
}

function startServer(folder: string, name: string, node: string): Promise<Server> {
  const original = name.replace('-copy', '')
  const program = `../../${folder}/contestants/${original}.ts`
  const imports = preloads.get(original.split('-').at(-1) ?? '') ?? []
  return Server.start({ name, program, imports }, node.split(' ').filter(Boolean))
}

function usageOf(title: string, contestants: readonly string[], rows: readonly string[]): string {
  return `${title}: processor time and garbage per request of each server, as a ratio to the same by hand.

  --only fw           contestants beside the floors (${contestants.join(', ')})
  --rows none         rows (${rows.join(', ')})
  --starts 4          how often each server is started
  --rounds 4          rounds of every row after each start
  --seconds 1         how long each server is asked in a round
  --node '--flag'     options of Node for every server; default ${defaultNode}
  --verify            compare the answers, time nothing
  --evidence          write the tables to benchmarks/evidence
`
}
