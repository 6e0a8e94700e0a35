import '@fw/transform/register'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { Query } from '@fw/query'
import { PipelinedPool } from '@fw/query/pg'
import { Pool } from 'pg'
import { writeEvidence } from '../evidence.ts'
import { measure, tableHead, tableRow } from '../measure.ts'
import { compileByHand } from './select/by-hand.ts'
import { compileDrizzle } from './select/drizzle.ts'
import { createFwCompile } from './select/fw.ts'
import { createSelectInputs, selectTables, type SelectInput } from './select/inputs.ts'
import { compileKnex } from './select/knex.ts'
import { compileKysely } from './select/kysely.ts'

const { User } = await import('./user.ts')

const usage = `Building statements, reading 100 rows (plain, and as objects of a class), and 20 statements at once over PostgreSQL, in processor time of this process.

  --rounds 15   rounds of every row
  --evidence    write the tables to benchmarks/evidence

DATABASE_URL names the server; postgres://postgres@127.0.0.1:5432/postgres if left out.
`

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    evidence: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const rounds = Number(options.rounds)
const connectionString =
  process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const rowsText =
  'SELECT "id", "team_id", "city_id", "name", "age", "active" FROM "users" WHERE "id" > $1 ORDER BY "id" ASC LIMIT 100'

if (options.help) console.log(usage)
else await main()

async function main(): Promise<void> {
  const schema = `bench_${process.pid}`
  const pool = new Pool({ connectionString, max: 1, options: `-c search_path=${schema}` })
  try {
    await pool.query(`CREATE SCHEMA ${schema}`)
    for (const sql of selectTables) await pool.query(sql)
    const lines = [
      ...(await timeCompile(pool)),
      '',
      ...(await timeRows(pool)),
      '',
      ...(await timePools(`-c search_path=${schema}`)),
    ]
    console.log(lines.join('\n'))
    if (options.evidence) writeEvidence('query', lines)
  } finally {
    await pool.query(`DROP SCHEMA ${schema} CASCADE`)
    await pool.end()
  }
}

async function timeCompile(pool: Pool): Promise<string[]> {
  const contestants = {
    'by hand': compileByHand,
    fw: createFwCompile(pool),
    kysely: compileKysely,
    knex: compileKnex,
    drizzle: compileDrizzle,
  }
  const [input] = createSelectInputs(1) as [SelectInput]
  const expected = await rowsOf(pool, compileByHand(input))
  for (const [name, compile] of Object.entries(contestants)) {
    const rows = await rowsOf(pool, compile(input))
    if (!isDeepStrictEqual(rows, expected)) throw new Error(`${name} selects other rows.`)
  }
  const createInputs = () => createSelectInputs(300)
  const found = await measure<SelectInput>(contestants, { createInputs, rounds })
  const title = 'select: 3 joins, 5 conditions, a list of 10, order, limit'
  return [tableHead('build and compile', found), tableRow(title, found)]
}

async function rowsOf(
  pool: Pool,
  { sql, params }: { readonly sql: string; readonly params: readonly unknown[] },
): Promise<unknown[]> {
  let marker = 0
  const text = sql.replaceAll('?', () => `$${++marker}`)
  const query = { text, values: [...params], rowMode: 'array' as const }
  return (await pool.query(query)).rows as unknown[]
}

async function timeRows(pool: Pool): Promise<string[]> {
  const byHand = async (id: number) =>
    (await pool.query({ name: 'rows', text: rowsText, values: [id] })).rows as unknown[]
  const contestants = {
    'pg by hand': byHand,
    'the same again': byHand,
    fw: (id: number) => usersAfter(pool, id).get(),
    'fw, as objects of a class': (id: number) => usersAfter(pool, id).get(User),
  }
  const expected = await byHand(5)
  if (!isDeepStrictEqual(await contestants.fw(5), expected)) throw new Error('fw reads other rows.')
  const objects = await contestants['fw, as objects of a class'](5)
  const hasOther = objects.some((user) => !(user instanceof User))
  if (
    hasOther ||
    !isDeepStrictEqual(
      objects.map((user) => ({ ...user })),
      expected,
    )
  ) {
    throw new Error('fw builds other objects.')
  }
  const createInputs = () => Array.from({ length: 100 }, (_, index) => index * 10)
  const found = await measure<number>(contestants, { createInputs, rounds, isAsync: true })
  return [tableHead('read', found), tableRow('100 rows', found)]
}

function usersAfter(pool: Pool, id: number): Query {
  return new Query(pool)
    .table('users')
    .select('id', 'team_id', 'city_id', 'name', 'age', 'active')
    .where('id', '>', id)
    .orderBy('id')
    .limit(100)
}

/** Twenty rows by twenty concurrent queries, like one request of a server. */
async function timePools(searchPath: string): Promise<string[]> {
  const pool = new Pool({ connectionString, max: 10, options: searchPath })
  const pipelined = new PipelinedPool({ connectionString, max: 10, options: searchPath })
  const text = 'SELECT "id", "name" FROM "users" WHERE "id" = $1'
  const byHand = (id: number) =>
    twenty(
      id,
      async (one) => (await pool.query({ name: 'one', text, values: [one] })).rows[0] as unknown,
    )
  const contestants = {
    'pg Pool by hand': byHand,
    'the same again': byHand,
    'fw on pg Pool': (id: number) => twenty(id, (one) => readUser(pool, one)),
    'fw on PipelinedPool': (id: number) => twenty(id, (one) => readUser(pipelined, one)),
  }
  try {
    const expected = await byHand(1)
    for (const [name, read] of Object.entries(contestants)) {
      if (!isDeepStrictEqual(await read(1), expected)) throw new Error(`${name} reads other rows.`)
    }
    const createInputs = () => Array.from({ length: 30 }, (_, index) => index * 20 + 1)
    const found = await measure<number>(contestants, { createInputs, rounds, isAsync: true })
    return [tableHead('read', found), tableRow('20 statements at once', found)]
  } finally {
    await Promise.all([pool.end(), pipelined.end()])
  }
}

function readUser(pool: object, id: number): Promise<unknown> {
  return new Query(pool).table('users').select('id', 'name').where('id', '=', id).limit(1).first()
}

function twenty(from: number, read: (id: number) => Promise<unknown>): Promise<unknown[]> {
  return Promise.all(Array.from({ length: 20 }, (_, index) => read(from + index)))
}
