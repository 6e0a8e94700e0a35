import { parseArgs } from 'node:util'
import { writeEvidence } from '../evidence.ts'
import { connections, cycle, loadGenerator } from '../http/load.ts'
import { Server } from '../http/server.ts'
import { tablesOf, timeRows } from '../http/time-rows.ts'
import { poolSize } from './address.ts'
import { createDatabase, type Database } from './database.ts'
import { rows } from './rows.ts'
import { verify } from './verify.ts'

/** By driver. The first is the floor of the others; its copy is the same program once more, as the control. */
const drivers: readonly (readonly [floor: string, ...others: string[]])[] = [
  [
    'floor',
    'floor-copy',
    'fw-pg',
    'fw-pipelined',
    'fastify-kysely',
    'fastify-drizzle',
    'fastify-knex',
  ],
  ['floor-postgres-js', 'floor-postgres-js-copy', 'fw-postgres-js'],
]
const contestants = drivers.flatMap(([, ...others]) => others)
const defaultNode = '--min-semi-space-size=16'
const usage = `The requests of TechEmpower on PostgreSQL: processor time and garbage per request of the server program alone.

  --only fw-pg        contestants beside the floors (${contestants.join(', ')})
  --rows /db          rows (${Object.keys(rows).join(', ')})
  --rounds 9          rounds of every row
  --seconds 2         how long each server is asked in a round
  --node '--flag'     options of Node for every server; default ${defaultNode}
  --verify            look at the answers, time nothing
  --evidence          write the table to benchmarks/evidence

DATABASE_URL names the server; postgres://postgres@127.0.0.1:5432/postgres if left out.
`

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: contestants.join() },
    rows: { type: 'string', default: Object.keys(rows).join() },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '2' },
    node: { type: 'string', default: defaultNode },
    verify: { type: 'boolean', default: false },
    evidence: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

/** The required floors, each with its requested contestants. */
const chosen = drivers
  .map(([floor, ...others]) => [
    floor,
    ...others.filter((name) => options.only.split(',').includes(name)),
  ])
  .filter(({ length }) => length > 1)

if (options.help) console.log(usage)
else await main()

async function main(): Promise<void> {
  const server = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const database = await createDatabase(server)
  const servers: Server[] = []
  try {
    process.env['DATABASE_URL'] = database.url
    for (const name of chosen.flat()) servers.push(await start(name, database))
    console.log(`Right answers: ${servers.map(({ name }) => name).join(', ')}`)
    if (!options.verify) await time(servers)
  } finally {
    await Promise.all(servers.map((each) => each.stop()))
    await database.drop()
  }
}

async function start(name: string, database: Database): Promise<Server> {
  const program = `../../techempower/contestants/${name.replace('-copy', '')}.ts`
  const imports = name.startsWith('fw') ? ['@fw/transform/register'] : []
  const nodeOptions = options.node.split(' ').filter(Boolean)
  const server = await Server.start({ name, program, imports }, nodeOptions)
  try {
    await verify(name, server.port, database)
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}

async function time(servers: Server[]): Promise<void> {
  const requests = Object.entries(rows).filter(([path]) => options.rows.split(',').includes(path))
  const generator = loadGenerator()
  const rounds = Number(options.rounds)
  const seconds = Number(options.seconds)
  const how = { rounds, seconds, connections }
  const timings = await timeRows(servers, Object.fromEntries(requests), how)
  const table = chosen.flatMap((names) => [...tablesOf(timings, names), '']).join('\n')
  console.log(table)
  if (!options.evidence) return
  writeEvidence('techempower', [
    'Processor time per request of the server program, user and system, as a ratio to `node:http` and the driver by hand in',
    'the same round: median of the rounds, and in brackets the middle half of them. The time of PostgreSQL is not in it.',
    '`floor` is that of `pg`, `floor-postgres-js` that of postgres.js. A copy is the same program in a second process;',
    'smaller differences than between these two are noise.',
    'Every second table is of the memory of JavaScript that a request allocates, which hardly depends on the machine.',
    '',
    '`/queries` reads 20 random rows by 20 statements at once; `/updates` does so too and then updates each by a statement',
    'of its own, at once as well. The floors and `fw` prepare every statement by name, and so does Drizzle by its',
    `\`prepare()\`; Kysely and Knex have no such thing. Every pool has ${poolSize} connections, and \`synchronous_commit\` is off.`,
    '',
    `${generator}, ${connections} connections, ${rounds} rounds of ${seconds} s in turns, each once in ${cycle} ms, after the answers had been`,
    `looked at: rows, numbers in the table after an update, the page byte for byte. Options of Node: ${options.node || 'none'}.`,
    '',
    table,
  ])
}
