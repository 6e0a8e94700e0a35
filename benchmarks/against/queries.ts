import { pathToFileURL } from 'node:url'
import { Pool } from 'pg'
import { measure, tableHead, tableRow } from '../measure.ts'
import type { Query } from '@fw/query'
import type { createFwCompile } from '../query/select/fw.ts'
import { createSelectInputs, selectTables, type SelectInput } from '../query/select/inputs.ts'
import { here } from './checkout.ts'

interface FwModule {
  readonly createFwCompile: typeof createFwCompile
}

interface QueryModule {
  readonly Query: typeof Query
}

/** Times building and reading of both checkouts in this process, and of the earlier one twice as the control. */
export async function compareQueries(before: string, rounds: number): Promise<string[]> {
  const schema = `against_${process.pid}`
  const connectionString =
    process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const pool = new Pool({ connectionString, max: 1, options: `-c search_path=${schema}` })
  try {
    await pool.query(`CREATE SCHEMA ${schema}`)
    for (const sql of selectTables) await pool.query(sql)
    return [
      ...(await timeBuilding(before, rounds, pool)),
      ...(await timeReading(before, rounds, pool)),
    ]
  } finally {
    await pool.query(`DROP SCHEMA ${schema} CASCADE`)
    await pool.end()
  }
}

async function timeBuilding(before: string, rounds: number, pool: Pool): Promise<string[]> {
  const file = 'benchmarks/query/select/fw.ts'
  const earlier = await load<FwModule>(before, file)
  const now = await load<FwModule>(here, file)
  const contestants = {
    before: earlier.createFwCompile(pool),
    'before, again': earlier.createFwCompile(pool),
    now: now.createFwCompile(pool),
  }
  const createInputs = () => createSelectInputs(300)
  const found = await measure<SelectInput>(contestants, { createInputs, rounds })
  return [tableHead('query', found), tableRow('build and compile', found)]
}

async function timeReading(before: string, rounds: number, pool: Pool): Promise<string[]> {
  const file = 'packages/query/src/index.ts'
  const read = async (root: string) => {
    const { Query } = await load<QueryModule>(root, file)
    return (id: number) =>
      new Query(pool).table('users').where('id', '>', id).orderBy('id').limit(100).get()
  }
  const contestants = {
    before: await read(before),
    'before, again': await read(before),
    now: await read(here),
  }
  const createInputs = () => Array.from({ length: 100 }, (_, index) => index * 10)
  const found = await measure<number>(contestants, { createInputs, rounds, isAsync: true })
  return [tableRow('read 100 rows', found)]
}

function load<T>(root: string, file: string): Promise<T> {
  return import(pathToFileURL(`${root}/${file}`).href) as Promise<T>
}
