import { dialectOf, runStatement, transaction, type DialectName, type Row } from '@fw/query'
import { databaseTime } from '@fw/query/configured'
import { updateById } from './by-id.ts'

/** Options for taking jobs: the number of jobs to take from a queue, and the worker. `lease` is in milliseconds. */
export interface TakeOptions {
  readonly table: string
  readonly queue: string
  readonly limit: number
  readonly worker: string
  readonly lease: number
}

/** Takes the jobs that have been due the longest. Skips jobs that another worker is taking at the same time. */
export function takeJobs(connection: object, options: TakeOptions): Promise<Row[]> {
  return takeByDialect[dialectOf(connection)](connection, options)
}

const takeByDialect: Record<
  DialectName,
  (connection: object, options: TakeOptions) => Promise<Row[]>
> = {
  async postgres(connection, options) {
    // PostgreSQL evaluates an ARRAY once; a plain subquery may be evaluated again for each row.
    const selection = `ANY(ARRAY(${selectSql('postgres', options)} FOR UPDATE SKIP LOCKED))`
    const update = `${updateSql('postgres', options)} WHERE id = ${selection} RETURNING ${columns}`
    return (
      await runStatement(connection, update, [...updateParams(options), ...selectParams(options)])
    ).rows
  },

  async sqlite(connection, options) {
    // Selects before the update, so that a worker without due jobs does not lock the database against writers.
    const selection = selectSql('sqlite', options)
    if ((await runStatement(connection, selection, selectParams(options))).rows.length === 0)
      return []
    const update = `${updateSql('sqlite', options)} WHERE id IN (${selection}) RETURNING ${columns}`
    return (
      await runStatement(connection, update, [...updateParams(options), ...selectParams(options)])
    ).rows
  },

  mysql(connection, options) {
    const take = async (tx: object) => {
      const selection = `${selectSql('mysql', options, columns)} FOR UPDATE SKIP LOCKED`
      const { rows } = await runStatement(tx, selection, selectParams(options))
      if (rows.length === 0) return []
      const ids = rows.map(({ id }) => id)
      const update = `${updateSql('mysql', options)} WHERE id IN (${ids.map(() => '?').join(', ')})`
      await runStatement(tx, update, [...updateParams(options), ...ids])
      return rows.map((row) => ({ ...row, attempts: Number(row['attempts']) + 1 }))
    }
    return transaction(connection, take, { isolation: 'read committed', retries: 3 })
  },
}

const columns = 'id, job, payload, attempts, max_attempts, pushed_at, meta, returns, cancelled_at'

function selectSql(dialect: DialectName, { table }: TakeOptions, columnList = 'id'): string {
  const time = databaseTime[dialect]
  return `SELECT ${columnList} FROM ${table} WHERE queue = ? AND due_at <= ${time}
    ORDER BY due_at, id LIMIT ?`
}

function selectParams({ queue, limit }: TakeOptions): unknown[] {
  return [queue, limit]
}

function updateSql(dialect: DialectName, { table }: TakeOptions): string {
  const time = databaseTime[dialect]
  const key = "CASE WHEN unique_key LIKE 'started:%' THEN NULL ELSE unique_key END"
  return `${updateById(dialect, table)} SET attempts = attempts + 1, due_at = ${time} + ?, worker = ?, unique_key = ${key}`
}

function updateParams({ lease, worker }: TakeOptions): unknown[] {
  return [lease, worker]
}
