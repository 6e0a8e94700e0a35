import '@fw/transform/register'
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { Redis } from 'ioredis'
import { findServer } from '../../packages/query/test/databases/find-server.ts'
import { createPostgresDatabase } from '../../packages/query/test/databases/scratch-database.ts'
import { writeEvidence } from '../evidence.ts'
import { median, ratioCell } from '../statistics.ts'
import { bullmq } from './contestants/bullmq.ts'
import { graphileWorker } from './contestants/graphile-worker.ts'
import { pgBoss } from './contestants/pg-boss.ts'
import { measureQueues, type Measured } from './measure-queues.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    jobs: { type: 'string', default: '1000' },
    evidence: { type: 'boolean', default: false },
  },
})
const jobs = Number(options.jobs)
const rounds = Number(options.rounds)
// The contestants on Redis differ less.
const redisRounds = rounds * 4

const tables = [await onPostgres(), await onRedis()]
for (const table of tables) console.log(table)
if (options.evidence) {
  writeEvidence('queue', [
    `${jobs} jobs that do nothing, pushed 20 at a time and then run 10 at once, in ${rounds} (on Redis ${redisRounds}) interleaved rounds, each`,
    "job seen to run once: median of the microseconds a job, and of the rounds' ratios to fw, in brackets the",
    'middle half. A ratio above 1 is slower than fw. PostgreSQL and Redis run on the same machine.',
    '',
    ...tables,
  ])
}

async function onPostgres(): Promise<string> {
  const { fwDatabase } = await import('./contestants/fw.ts')
  const server = await findServer('postgres')
  if (!server) return 'There is no PostgreSQL on 127.0.0.1:5432.\n'
  const databases = await Promise.all(
    Array.from({ length: 5 }, () => createPostgresDatabase(server)),
  )
  const [ours, again, boss, single, batched] = databases.map(({ url }) => url) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const contestants = {
    'fw database': await fwDatabase(ours),
    'fw database again': await fwDatabase(again),
    'pg-boss': await pgBoss(boss),
    'graphile-worker': await graphileWorker(single, false),
    'graphile-worker in batches': await graphileWorker(batched, true),
  }
  const measured = await measureQueues(contestants, jobs, rounds)
  for (const contestant of Object.values(contestants)) await contestant.close()
  for (const database of databases) await database.drop()
  return toTables('PostgreSQL', measured)
}

async function onRedis(): Promise<string> {
  const { fwRedis } = await import('./contestants/fw.ts')
  const server = await findServer('redis')
  if (!server) return 'There is no Redis on 127.0.0.1:6379.\n'
  const { hostname, port } = new URL(server)
  const prefix = `fw-bench-${randomUUID()}`
  const contestants = {
    'fw redis': fwRedis(hostname, Number(port), `${prefix}-1`),
    'fw redis again': fwRedis(hostname, Number(port), `${prefix}-2`),
    'BullMQ directly': bullmq(hostname, Number(port), `${prefix}-3`),
  }
  const measured = await measureQueues(contestants, jobs, redisRounds)
  for (const contestant of Object.values(contestants)) await contestant.close()
  const redis = new Redis(server)
  await redis.del(await redis.keys(`${prefix}-*`))
  await redis.quit()
  return toTables('Redis', measured)
}

function toTables(server: string, measured: Record<string, Measured>): string {
  return [
    toTable(`${server}, by the clock`, 'clock', measured),
    toTable(`${server}, processor time of the process`, 'processor', measured),
  ].join('\n')
}

function toTable(title: string, kind: keyof Measured, measured: Record<string, Measured>): string {
  const [base] = Object.values(measured).map((all) => all[kind])
  const rows = Object.entries(measured).map(
    ([
      name,
      {
        [kind]: { push, work },
      },
    ]) => {
      const cells = [push, work].flatMap((values, index) => [
        median(values).toFixed(0),
        ratioCell(values, (index === 0 ? base?.push : base?.work) ?? []),
      ])
      return `| ${[name, ...cells].join(' | ')} |`
    },
  )
  const head = `| ${title} | push, µs | to fw | run, µs | to fw |`
  return [head, '|---|---|---|---|---|', ...rows, ''].join('\n')
}
