import { dialectOf, runStatement, transaction, type DialectName, type Row } from '@fw/query'
import { databaseTime } from '@fw/query/configured'

/** Options for taking jobs: the number of jobs to take from a queue, and the worker. `lease` is in milliseconds. */
export interface Taking {
  readonly table: string
  readonly queue: string
  readonly limit: number
  readonly worker: string
  readonly lease: number
}

/** Takes the jobs that have been due the longest. Skips jobs that another worker is taking at the same time. */
export function takeJobs(connection: object, taking: Taking): Promise<Row[]> {
  return takers[dialectOf(connection)](connection, taking)
}

const takers: Record<DialectName, (connection: object, taking: Taking) => Promise<Row[]>> = {
  async postgres(connection, taking) {
    // PostgreSQL evaluates an ARRAY once; a plain subquery may be evaluated again for each row.
    const chosen = `ANY(ARRAY(${select('postgres', taking)} FOR UPDATE SKIP LOCKED))`
    const update = `${change('postgres', taking)} WHERE id = ${chosen} RETURNING ${columns}`
    return (await runStatement(connection, update, [...changed(taking), ...selected(taking)])).rows
  },

  async sqlite(connection, taking) {
    // The SELECT avoids that an idle worker locks the file against writers.
    const chosen = select('sqlite', taking)
    if ((await runStatement(connection, chosen, selected(taking))).rows.length === 0) return []
    const update = `${change('sqlite', taking)} WHERE id IN (${chosen}) RETURNING ${columns}`
    return (await runStatement(connection, update, [...changed(taking), ...selected(taking)])).rows
  },

  mysql(connection, taking) {
    const take = async (tx: object) => {
      const chosen = `${select('mysql', taking, columns)} FOR UPDATE SKIP LOCKED`
      const { rows } = await runStatement(tx, chosen, selected(taking))
      if (rows.length === 0) return []
      const ids = rows.map(({ id }) => id)
      const update = `${change('mysql', taking)} WHERE id IN (${ids.map(() => '?').join(', ')})`
      await runStatement(tx, update, [...changed(taking), ...ids])
      return rows.map((row) => ({ ...row, attempts: Number(row['attempts']) + 1 }))
    }
    return transaction(connection, take, { isolation: 'read committed', retries: 3 })
  },
}

const columns = 'id, job, payload, attempts, max_attempts, pushed_at, meta, returns, cancelled_at'

function select(dialect: DialectName, { table }: Taking, what = 'id'): string {
  const time = databaseTime[dialect]
  return `SELECT ${what} FROM ${table} WHERE queue = ? AND due_at <= ${time}
    ORDER BY due_at, id LIMIT ?`
}

function selected({ queue, limit }: Taking): unknown[] {
  return [queue, limit]
}

function change(dialect: DialectName, { table }: Taking): string {
  const time = databaseTime[dialect]
  const key = "CASE WHEN unique_key LIKE 'started:%' THEN NULL ELSE unique_key END"
  return `UPDATE ${table} SET attempts = attempts + 1, due_at = ${time} + ?, worker = ?, unique_key = ${key}`
}

function changed({ lease, worker }: Taking): unknown[] {
  return [lease, worker]
}
