import { DatabaseSource } from '@fw/query/configured'
import type { Job } from '../job.ts'
import { requireQueueName } from '../job-settings.ts'
import { workLeases } from '../leases/work-leases.ts'
import {
  Queue,
  publishPush,
  publishPushes,
  type FailedJob,
  type NewJob,
  type PushOptions,
  type QueueStats,
  type RunJob,
  type WorkOptions,
} from '../queue.ts'
import { DatabaseJobs } from './database-jobs.ts'
import { prepareTable } from './jobs-table.ts'

/** Options for `DatabaseQueue`: the table for the jobs, and the interval at which workers poll it. */
export interface DatabaseQueueOptions {
  /** The name of the table. Default: `fw_jobs`. May include a schema: `work.jobs`. */
  readonly table?: string
  /** The interval at which an idle worker looks for jobs pushed by other processes, in seconds. Default: 0.25. */
  readonly pollSeconds?: number
}

/** Stores jobs in a table of PostgreSQL, MySQL 8, MariaDB 10.6 or SQLite. */
export class DatabaseQueue extends Queue {
  readonly #source: DatabaseSource
  readonly #jobs: DatabaseJobs

  /** `connection` is anything that `new Query()` accepts. It is first used when a method, such as `push`, is called. */
  constructor(
    connection: object,
    { table = 'fw_jobs', pollSeconds = 0.25 }: DatabaseQueueOptions = {},
  ) {
    super()
    if (!/^([A-Za-z_]\w*\.)?[A-Za-z_]\w*$/.test(table)) {
      throw new TypeError(
        `DatabaseQueue: ${JSON.stringify(table)} is not a valid table name, such as "jobs" or "app.jobs". Use letters, digits and _, and do not begin with a digit.`,
      )
    }
    const source =
      connection instanceof DatabaseSource
        ? connection
        : new DatabaseSource(async () => ({ connection, close() {} }))
    this.#source = new DatabaseSource(async () => {
      const openConnection = await source.connection()
      await prepareTable(openConnection, table)
      return { connection: openConnection, close: () => source.close() }
    })
    this.#jobs = new DatabaseJobs(this.#source, table, pollSeconds * 1000)
  }

  /**
   * Creates the table if it does not exist, or upgrades the table of an older version. The first call of other methods
   * also does this, except for `within`.
   */
  async createTable(): Promise<void> {
    await this.#source.connection()
  }

  /**
   * Returns a queue that pushes inside a transaction: the job is stored when the transaction commits, and never if it
   * is rolled back. `connection` is the transaction, as `new Query()` accepts it. The table must exist.
   */
  within(connection: object): Pick<Queue, 'push' | 'pushAll'> {
    return {
      push: async (job: Job, options?: PushOptions) =>
        publishPush(this.toStored(job, options), (stored) => this.#jobs.addTo(connection, stored)),
      pushAll: async (jobs: readonly Job[], options?: PushOptions) =>
        publishPushes(
          jobs.map((job) => this.toStored(job, options)),
          (stored) => this.#jobs.addAllTo(connection, stored),
        ),
    }
  }

  protected add(job: NewJob): Promise<string> {
    return this.#jobs.add(job)
  }

  protected addAll(jobs: readonly NewJob[]): Promise<string[]> {
    return this.#jobs.addAll(jobs)
  }

  forget(id: string, days = 0): Promise<number> {
    return this.#jobs.forget(id, days)
  }

  async pause(queue: string): Promise<void> {
    await this.#jobs.pause(requireQueueName(queue))
  }

  async resume(queue: string): Promise<void> {
    await this.#jobs.resume(requireQueueName(queue))
  }

  paused(): Promise<string[]> {
    return this.#jobs.paused()
  }

  cancel(id: string): Promise<boolean> {
    return this.#jobs.cancel(id)
  }

  work(run: RunJob, options: WorkOptions): Promise<void> {
    return workLeases(this.#jobs, run, options)
  }

  stats(): Promise<QueueStats[]> {
    return this.#jobs.stats()
  }

  failed(): Promise<FailedJob[]> {
    return this.#jobs.failed()
  }

  retry(id: string): Promise<number> {
    return this.#jobs.retry(id)
  }

  close(): Promise<void> {
    return this.#source.close()
  }
}
