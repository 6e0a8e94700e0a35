import { dialectOf, runStatement, type DialectName } from '@fw/query'
import { databaseTime } from '@fw/query/configured'
import type { NewJob } from '../queue.ts'
import { toStoredMeta } from '../stored-meta.ts'

/** The maximum number of jobs in one INSERT, so that the parameter limit of every database is respected. */
const maxJobsPerInsert = 500

/**
 * The maximum number of attempts to store a job with a unique key. If another job has the key, it may end before its id
 * is read.
 */
const maxInsertAttempts = 10

/** Stores a job and returns its id. If another job already has the same unique key, returns the id of that job. */
export async function insertJob(connection: object, table: string, job: NewJob): Promise<string> {
  if (job.uniqueKey !== undefined) return insertUnique(connection, table, job, job.uniqueKey)
  const [id = ''] = await insertPlain(connection, table, [job])
  return id
}

/** Stores jobs and returns their ids in the same order. `tx` is a transaction. */
export async function insertJobs(
  tx: object,
  table: string,
  jobs: readonly NewJob[],
): Promise<string[]> {
  // MySQL returns the id of only one row.
  const isOneByOne =
    dialectOf(tx) === 'mysql' || jobs.some(({ uniqueKey }) => uniqueKey !== undefined)
  const size = isOneByOne ? 1 : maxJobsPerInsert
  const ids: string[] = []
  for (let start = 0; start < jobs.length; start += size) {
    const batch = jobs.slice(start, start + size)
    const [job] = batch
    if (isOneByOne && job) ids.push(await insertJob(tx, table, job))
    else ids.push(...(await insertPlain(tx, table, batch)))
  }
  return ids
}

/** Stores jobs without a unique key. If no job has metadata, which is usual, the column is left out. */
async function insertPlain(
  connection: object,
  table: string,
  jobs: readonly NewJob[],
): Promise<string[]> {
  const dialect = dialectOf(connection)
  const metas = jobs.map(metaOf)
  const hasMeta = metas.some((meta) => meta !== null)
  const returning = dialect === 'mysql' ? '' : ' RETURNING id'
  const sql = `${insertSql(dialect, table, hasMeta ? ['meta'] : [], jobs.length)}${returning}`
  const values = jobs.flatMap((job, index) => valuesOf(job, hasMeta ? [metas[index]] : []))
  const { rows, insertId } = await runStatement(connection, sql, values)
  return insertId === undefined ? rows.map((row) => String(row['id'])) : [String(insertId)]
}

async function insertUnique(
  connection: object,
  table: string,
  job: NewJob,
  key: string,
): Promise<string> {
  const dialect = dialectOf(connection)
  const sql = `${insertSql(dialect, table, ['meta', 'unique_key'], 1)}${onConflict[dialect]}`
  const values = valuesOf(job, [metaOf(job), key])
  for (let attempt = 0; attempt < maxInsertAttempts; attempt += 1) {
    const { rows, insertId } = await runStatement(connection, sql, values)
    const id = insertId ?? rows[0]?.['id'] ?? (await findKey(connection, table, key))
    if (id !== undefined) return String(id)
  }
  throw new Error(
    `${job.job}: the job was not stored. Each attempt found another job with the same unique key, which ended before its id could be read. Push the job again.`,
  )
}

async function findKey(connection: object, table: string, key: string): Promise<unknown> {
  const select = `SELECT id FROM ${table} WHERE unique_key = ?`
  return (await runStatement(connection, select, [key])).rows[0]?.['id']
}

/** The clause of an INSERT that applies if another job has the unique key. */
const onConflict: Record<DialectName, string> = {
  postgres: ' ON CONFLICT (unique_key) WHERE unique_key IS NOT NULL DO NOTHING RETURNING id',
  mysql: ' ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID(id)',
  sqlite: ' ON CONFLICT (unique_key) WHERE unique_key IS NOT NULL DO NOTHING RETURNING id',
}

function insertSql(
  dialect: DialectName,
  table: string,
  extra: readonly string[],
  count: number,
): string {
  const time = databaseTime[dialect]
  const columns = extra.map((name) => `${name}, `).join('')
  const row = `(?, ?, ?, ?, ${'?, '.repeat(extra.length)}${time} + ?, ${time})`
  return `INSERT INTO ${table} (queue, job, payload, max_attempts, ${columns}due_at, pushed_at)
    VALUES ${row}${`, ${row}`.repeat(count - 1)}`
}

function valuesOf(stored: NewJob, extra: readonly unknown[]): unknown[] {
  const { queue, job, payload, maxAttempts, delay } = stored
  return [queue, job, payload, maxAttempts, ...extra, delay]
}

function metaOf(stored: NewJob): string | null {
  const meta = toStoredMeta(stored)
  return meta ? JSON.stringify(meta) : null
}
