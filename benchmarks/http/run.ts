import { parseArgs } from 'node:util'
import { writeEvidence } from '../evidence.ts'
import { contestants } from './contestants.ts'
import { canPin } from './cores.ts'
import { connections, cycle, loadGenerator } from './load.ts'
import { rows, type Exchange } from './rows.ts'
import { Server } from './server.ts'
import { tablesOf, timeRows, type Timings, worstStartsOf } from './time-rows.ts'
import { verify } from './verify.ts'

// V8 sizes the young generation by the garbage of the start, which would favour small programs by up to
// a third where answers are long. So all of them get the same.
const defaultNode = '--min-semi-space-size=16'

const usage = `Processor time and garbage per request of each server, as a ratio to the hand-written floor.

  --only fw,fastify   contestants beside the floor (${contestants.map(({ name }) => name).join(', ')})
  --rows json,post    rows (${Object.keys(rows).join(', ')})
  --starts 4          how often each server is started
  --rounds 4          rounds of every row after each start
  --seconds 1         how long each server is asked in a round
  --node '--flag'     options of Node for every server; default ${defaultNode}
  --collect           let every server collect its garbage, as one does that nobody asks for a while
  --verify            compare the answers, time nothing
  --evidence          write the table to benchmarks/evidence
`

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rows: { type: 'string' },
    starts: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '1' },
    node: { type: 'string', default: defaultNode },
    collect: { type: 'boolean', default: false },
    verify: { type: 'boolean', default: false },
    evidence: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const generator = loadGenerator()
const starts = Number(options.starts)
const rounds = Number(options.rounds)
const seconds = Number(options.seconds)
const collects = options.collect

if (options.help) console.log(usage)
else await main()

async function main(): Promise<void> {
  const chosen = pick(
    options.only,
    contestants.map(({ name }) => name),
    '--only',
  )
  const chosenRows = pick(options.rows, Object.keys(rows), '--rows')
  const timed = Object.fromEntries(chosenRows.map((row) => [row, rows[row] as Exchange]))
  const timings: Timings = new Map()
  for (let start = 0; start < (options.verify ? 1 : starts); start++) {
    await timeStart(chosen, timed, timings)
  }
  if (!options.verify) report(timings)
}

/** Starts all servers, compares their responses and adds the required setup to the timings. */
async function timeStart(
  chosen: string[],
  timed: Record<string, Exchange>,
  timings: Timings,
): Promise<void> {
  const servers: Server[] = []
  try {
    for (const contestant of contestants) {
      if (contestant.name !== 'floor' && !chosen.includes(contestant.name)) continue
      const server = await Server.start(contestant, options.node.split(' ').filter(Boolean))
      servers.push(server)
      await verify(server)
    }
    console.log(`Equal answers: ${servers.map(({ name }) => name).join(', ')}`)
    if (options.verify) return
    await timeRows(servers, timed, { rounds, seconds, connections, collects }, timings)
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

function report(timings: Timings): void {
  const worst = starts > 1 ? ['', ...worstStartsOf(timings, starts)] : []
  const table = [...tablesOf(timings), ...worst].join('\n')
  console.log(table)
  if (!options.evidence) return
  writeEvidence(collects ? 'http-after-collection' : 'http', [
    'Processor time per request of the server process, user and system, as a ratio to the hand-written',
    '`node:http` program in the same round: median of the rounds, and in brackets the middle half of them.',
    '`floor-copy` is the same program in a second process. Smaller differences than between these two are noise.',
    'The second table is of the memory of JavaScript that a request allocates, which hardly depends on the machine.',
    ...(starts > 1 ? ['The third is of processor time again: of all starts the worst.'] : []),
    '',
    'Within a round the servers are asked in turns, because the speed of a shared machine changes within seconds,',
    'and they are restarted, because the results of one program differ by a few hundredths from start to start.',
    '',
    `${generator}, ${connections} connections, ${starts} starts with ${rounds} rounds of ${seconds} s in turns, each once in ${cycle} ms,`,
    `${canPin ? 'servers on one core and the load on another' : 'no core of their own for servers and load'},`,
    `after answers had been compared byte for byte. Options of Node: ${options.node || 'none'}.`,
    ...(collects ? ['Every server had collected its garbage while nobody asked it.'] : []),
    '',
    table,
  ])
}
