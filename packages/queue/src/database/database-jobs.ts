import { EventEmitter } from 'node:events'
import { dialectOf, runStatement, transaction } from '@fw/query'
import { databaseTime, type DatabaseSource } from '@fw/query/configured'
import type { RenewedJob } from '../leases/job-leases.ts'
import type { JobStore } from '../leases/work-leases.ts'
import type { FailedJob, NewJob, QueueStats, TakenJob } from '../queue.ts'
import { readStoredMeta } from '../stored-meta.ts'
import { deleteById, updateById } from './by-id.ts'
import { insertJob, insertJobs } from './insert-jobs.ts'
import { pausedTable } from './jobs-table.ts'
import { takeJobs } from './take-jobs.ts'

/** A day in milliseconds. */
const day = 86_400_000

/** The time for which a worker caches the names of paused queues, in milliseconds. */
const pausedCacheAge = 1000

/** The jobs in a database table. */
export class DatabaseJobs implements JobStore {
  readonly pollInterval: number
  readonly pushes = new EventEmitter<{ push: [] }>()
  readonly #table: string
  readonly #source: DatabaseSource
  #paused: ReadonlySet<string> = new Set()
  /** The time when `#paused` was last read, by `performance.now()`. */
  #pausedReadAt = -Infinity

  constructor(source: DatabaseSource, table: string, pollInterval: number) {
    this.#source = source
    this.#table = table
    this.pollInterval = pollInterval
  }

  async add(job: NewJob): Promise<string> {
    const connection = await this.#source.connection()
    const id = job.uniqueKey
      ? // Retried, because concurrent inserts with unique keys can deadlock in MySQL.
        await transaction(connection, (tx) => this.addTo(tx, job), { retries: 5 })
      : await this.addTo(connection, job)
    this.pushes.emit('push')
    return id
  }

  async addAll(jobs: readonly NewJob[]): Promise<string[]> {
    const connection = await this.#source.connection()
    const ids = await transaction(connection, (tx) => insertJobs(tx, this.#table, jobs), {
      retries: 5,
    })
    this.pushes.emit('push')
    return ids
  }

  /** Stores a job through the caller's connection, which may be a transaction. */
  addTo(connection: object, job: NewJob): Promise<string> {
    return insertJob(connection, this.#table, job)
  }

  /** Stores several jobs through the caller's connection. Either all are stored, or an error is thrown. */
  addAllTo(connection: object, jobs: readonly NewJob[]): Promise<string[]> {
    return transaction(connection, (tx) => insertJobs(tx, this.#table, jobs))
  }

  async take(queue: string, limit: number, worker: string, lease: number): Promise<TakenJob[]> {
    if (await this.#isPaused(queue)) return []
    const connection = await this.#source.connection()
    const options = { table: this.#table, queue, limit, worker, lease }
    return (await takeJobs(connection, options)).map((row) => ({
      id: String(row['id']),
      job: String(row['job']),
      payload: String(row['payload']),
      queue,
      attempt: Number(row['attempts']),
      maxAttempts: Number(row['max_attempts']),
      // Jobs pushed by older versions have no `pushed_at`.
      pushedAt: new Date(Number(row['pushed_at'] ?? Date.now())),
      returns: Number(row['returns']),
      isCancelled: row['cancelled_at'] !== null,
      ...parseMeta(row['meta']),
    }))
  }

  async owned(queues: readonly string[], worker: string, lease: number): Promise<string[]> {
    // The limits of `due_at` let the database use the index.
    const { rows } = await this.#run(
      `SELECT id FROM ${this.#table} WHERE queue IN (${queues.map(() => '?').join(', ')})
      AND due_at > {time} AND due_at <= {time} + ? AND worker = ?`,
      [...queues, lease, worker],
    )
    return rows.map((row) => String(row['id']))
  }

  async renew(ids: readonly string[], worker: string, lease: number): Promise<RenewedJob[]> {
    await this.#change('due_at = {time} + ?', [lease], ids, worker)
    const { rows } = await this.#run(
      `SELECT id, cancelled_at FROM ${this.#table} WHERE ${ownedByWorker(ids)}`,
      [...ids.map(BigInt), worker],
    )
    return rows.map((row) => ({ id: String(row['id']), isCancelled: row['cancelled_at'] !== null }))
  }

  async finish(ids: readonly string[], worker: string): Promise<void> {
    const connection = await this.#source.connection()
    const sql = `${deleteById(dialectOf(connection), this.#table)} WHERE ${ownedByWorker(ids)}`
    await run(connection, sql, [...ids.map(BigInt), worker])
  }

  async postpone(id: string, worker: string, delay: number): Promise<void> {
    await this.#change('due_at = {time} + ?, worker = NULL', [delay], [id], worker)
  }

  async release(id: string, worker: string, delay: number): Promise<void> {
    const changes =
      'due_at = {time} + ?, worker = NULL, attempts = attempts - 1, returns = returns + 1'
    await this.#change(changes, [delay], [id], worker)
  }

  /** Removes a waiting job. Marks a running one as cancelled. */
  async cancel(id: string): Promise<boolean> {
    if (!isId(id)) return false
    const { affected } = await this.#run(
      `DELETE FROM ${this.#table}
      WHERE id = ? AND failed_at IS NULL AND (worker IS NULL OR due_at <= {time})`,
      [BigInt(id)],
    )
    if (affected > 0) return true
    const marked = await this.#run(
      `UPDATE ${this.#table} SET cancelled_at = {time} WHERE id = ? AND failed_at IS NULL`,
      [BigInt(id)],
    )
    return marked.affected > 0
  }

  forget(id: string, days: number): Promise<number> {
    return this.#changeFailed(`DELETE FROM ${this.#table}`, id, 'failed_at <= {time} - ?', [
      days * day,
    ])
  }

  async pause(queue: string): Promise<void> {
    if ((await this.paused()).includes(queue)) return
    await this.#run(`INSERT INTO ${pausedTable(this.#table)} (queue) VALUES (?)`, [queue])
    this.#pausedReadAt = -Infinity
  }

  async resume(queue: string): Promise<void> {
    await this.#run(`DELETE FROM ${pausedTable(this.#table)} WHERE queue = ?`, [queue])
    this.#pausedReadAt = -Infinity
    this.pushes.emit('push')
  }

  async paused(): Promise<string[]> {
    const { rows } = await this.#run(`SELECT queue FROM ${pausedTable(this.#table)} ORDER BY queue`)
    return rows.map((row) => String(row['queue']))
  }

  async #isPaused(queue: string): Promise<boolean> {
    const now = performance.now()
    if (now - this.#pausedReadAt > pausedCacheAge) {
      this.#pausedReadAt = now
      this.#paused = new Set(await this.paused())
    }
    return this.#paused.has(queue)
  }

  async fail(id: string, worker: string, message: string): Promise<void> {
    const changes =
      'due_at = NULL, worker = NULL, unique_key = NULL, failed_at = {time}, message = ?'
    await this.#change(changes, [message], [id], worker)
  }

  async failed(): Promise<FailedJob[]> {
    const { rows } = await this.#run(
      `SELECT id, job, queue, attempts, message, failed_at FROM ${this.#table}
      WHERE failed_at IS NOT NULL ORDER BY failed_at, id`,
    )
    return rows.map((row) => ({
      id: String(row['id']),
      job: String(row['job']),
      queue: String(row['queue']),
      attempts: Number(row['attempts']),
      message: String(row['message']),
      failedAt: new Date(Number(row['failed_at'])),
    }))
  }

  /** Queues failed jobs again, and resets their attempts to 0. Returns the number of jobs. */
  async retry(id: string): Promise<number> {
    const update = `UPDATE ${this.#table} SET due_at = {time}, attempts = 0, returns = 0,
      cancelled_at = NULL, failed_at = NULL, message = NULL`
    const affected = await this.#changeFailed(update, id, 'failed_at IS NOT NULL', [])
    if (affected > 0) this.pushes.emit('push')
    return affected
  }

  async stats(): Promise<QueueStats[]> {
    const { rows } = await this.#run(
      `SELECT queue,
        SUM(CASE WHEN due_at <= {time} THEN 1 ELSE 0 END) AS waiting,
        SUM(CASE WHEN due_at > {time} AND worker IS NULL THEN 1 ELSE 0 END) AS delayed_jobs,
        SUM(CASE WHEN due_at > {time} AND worker IS NOT NULL THEN 1 ELSE 0 END) AS active,
        SUM(CASE WHEN failed_at IS NOT NULL THEN 1 ELSE 0 END) AS failed,
        COALESCE({time} - MIN(CASE WHEN due_at <= {time} THEN due_at END), 0) AS oldest
      FROM ${this.#table} GROUP BY queue ORDER BY queue`,
    )
    return rows.map((row) => ({
      queue: String(row['queue']),
      waiting: Number(row['waiting']),
      delayed: Number(row['delayed_jobs']),
      active: Number(row['active']),
      failed: Number(row['failed']),
      oldestSeconds: Number(row['oldest']) / 1000,
    }))
  }

  /**
   * Runs an UPDATE or a DELETE for the failed job with an id, or for `all`, if they match a condition. Returns the number
   * of jobs.
   */
  async #changeFailed(
    change: string,
    id: string,
    condition: string,
    values: readonly unknown[],
  ): Promise<number> {
    if (id !== 'all' && !isId(id)) return 0
    const connection = await this.#source.connection()
    const sql = `${change} WHERE ${condition}`
    const changeOne = async (on: object, one: unknown) =>
      (await run(on, `${sql} AND id = ?`, [...values, one])).affected
    if (id !== 'all') return changeOne(connection, BigInt(id))
    if (dialectOf(connection) !== 'mysql') return (await run(connection, sql, values)).affected
    // One by one: if MySQL read the whole table, it would wait for each locked row and lock all others, which workers
    // skip.
    const search = `SELECT id FROM ${this.#table} WHERE ${condition} ORDER BY id`
    const { rows } = await run(connection, search, values)
    return transaction(connection, async (tx) => {
      let total = 0
      for (const row of rows) total += await changeOne(tx, row['id'])
      return total
    })
  }

  async #change(
    changes: string,
    values: readonly unknown[],
    ids: readonly string[],
    worker: string,
  ): Promise<void> {
    const connection = await this.#source.connection()
    const update = updateById(dialectOf(connection), this.#table)
    const sql = `${update} SET ${changes} WHERE ${ownedByWorker(ids)}`
    await run(connection, sql, [...values, ...ids.map(BigInt), worker])
  }

  async #run(sql: string, params: readonly unknown[] = []): ReturnType<typeof run> {
    return run(await this.#source.connection(), sql, params)
  }
}

/** Runs a query in which `{time}` is the time of the database. */
function run(
  connection: object,
  sql: string,
  params: readonly unknown[],
): ReturnType<typeof runStatement> {
  const time = databaseTime[dialectOf(connection)]
  return runStatement(connection, sql.replaceAll('{time}', time), params)
}

/** Returns a condition for the jobs whose lease the worker still owns. */
function ownedByWorker(ids: readonly string[]): string {
  return `id IN (${ids.map(() => '?').join(', ')}) AND worker = ?`
}

function isId(id: string): boolean {
  return /^\d{1,18}$/.test(id)
}

function parseMeta(text: unknown): ReturnType<typeof readStoredMeta> {
  if (typeof text !== 'string') return {}
  try {
    return readStoredMeta(JSON.parse(text))
  } catch {
    return readStoredMeta(text)
  }
}
