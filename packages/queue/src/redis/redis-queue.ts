import type { RedisConnectionOptions } from '@fw/core/redis'
import { requireQueueName } from '../job-settings.ts'
import {
  Queue,
  type FailedJob,
  type NewJob,
  type QueueStats,
  type RunJob,
  type WorkOptions,
} from '../queue.ts'
import type { RedisJobs } from './redis-jobs.ts'

/** Options for a queue in Redis. */
export interface RedisQueueOptions {
  /** The prefix of all keys. Default: `fw`. */
  readonly prefix?: string
}

/** Stores jobs in Redis with BullMQ. Each queue is a BullMQ queue, so BullMQ's tools can show it. */
export class RedisQueue extends Queue {
  readonly #load: () => Promise<RedisJobs>
  #jobs: Promise<RedisJobs> | undefined

  /**
   * `connection` has the options of ioredis, such as `{ host, port }`, or `{ cluster }` with nodes of a Redis Cluster.
   * The connection is opened when a method, such as `push`, is first called.
   */
  constructor(connection: RedisConnectionOptions = {}, { prefix = 'fw' }: RedisQueueOptions = {}) {
    super()
    this.#load = async () => {
      // Imported on demand, because BullMQ and its driver are slow to load.
      const { RedisJobs } = await import('./redis-jobs.ts')
      return new RedisJobs(connection, prefix)
    }
  }

  protected async add(job: NewJob): Promise<string> {
    return this.#call((jobs) => jobs.add(job))
  }

  protected async addAll(jobs: readonly NewJob[]): Promise<string[]> {
    return this.#call((redis) => redis.addAll(jobs))
  }

  async forget(id: string, days = 0): Promise<number> {
    return this.#call((jobs) => jobs.forget(id, days))
  }

  async pause(queue: string): Promise<void> {
    return this.#call((jobs) => jobs.pause(requireQueueName(queue)))
  }

  async resume(queue: string): Promise<void> {
    return this.#call((jobs) => jobs.resume(requireQueueName(queue)))
  }

  async paused(): Promise<string[]> {
    return this.#call((jobs) => jobs.paused())
  }

  async cancel(id: string): Promise<boolean> {
    return this.#call((jobs) => jobs.cancel(id))
  }

  async work(run: RunJob, options: WorkOptions): Promise<void> {
    return (await this.#loadJobs()).work(run, options)
  }

  async stats(): Promise<QueueStats[]> {
    return this.#call((jobs) => jobs.stats())
  }

  async failed(): Promise<FailedJob[]> {
    return this.#call((jobs) => jobs.failed())
  }

  async retry(id: string): Promise<number> {
    return this.#call((jobs) => jobs.retry(id))
  }

  async close(): Promise<void> {
    await (await this.#jobs)?.close()
    this.#jobs = undefined
  }

  async #call<T>(method: (jobs: RedisJobs) => Promise<T>): Promise<T> {
    const jobs = await this.#loadJobs()
    return method(jobs).catch((error: unknown) => {
      throw jobs.explain(error)
    })
  }

  #loadJobs(): Promise<RedisJobs> {
    return (this.#jobs ??= this.#load())
  }
}
