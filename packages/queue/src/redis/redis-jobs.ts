import { Queue, type Job, type JobsOptions } from 'bullmq'
import { RedisConnection, type RedisConnectionOptions } from '@fw/core/redis'
import type { Cluster, Redis } from 'ioredis'
import { defaultQueue, isQueueName } from '../job-settings.ts'
import type { FailedJob, NewJob, QueueStats, RunJob, WorkOptions } from '../queue.ts'
import { queuePrefix } from './queue-prefix.ts'
import { cancelledField, type StoredOptions } from './stored-options.ts'
import { toStoredMeta } from '../stored-meta.ts'
import { workRedis } from './work-redis.ts'

const defaultAttempts = 3

/** A day in milliseconds. */
const day = 86_400_000

/** The jobs in Redis. The id of a job is `<queue>/<BullMQ id>`. */
export class RedisJobs {
  readonly #options: RedisConnectionOptions
  readonly #redis: RedisConnection
  readonly #prefix: string
  /** The key of the hash that contains the names of all queues. */
  readonly #namesKey: string
  readonly #queues = new Map<string, Promise<Queue>>()

  constructor(options: RedisConnectionOptions, prefix: string) {
    this.#options = options
    this.#redis = new RedisConnection(options)
    this.#prefix = prefix
    this.#namesKey = `${prefix}:queues`
  }

  async add(job: NewJob): Promise<string> {
    const queue = await this.#queue(job.queue)
    const { id } = await queue.add(job.job, JSON.parse(job.payload), toOptions(job))
    return toId(job.queue, id)
  }

  /** Stores jobs, with one transaction for each queue. */
  async addAll(jobs: readonly NewJob[]): Promise<string[]> {
    const ids = new Map<NewJob, string>()
    for (const [name, jobsOfQueue] of Map.groupBy(jobs, ({ queue }) => queue)) {
      const queue = await this.#queue(name)
      const added = await queue.addBulk(
        jobsOfQueue.map((job) => ({
          name: job.job,
          data: JSON.parse(job.payload),
          opts: toOptions(job) ?? {},
        })),
      )
      for (const [index, job] of jobsOfQueue.entries()) ids.set(job, toId(name, added[index]?.id))
    }
    return jobs.map((job) => ids.get(job) ?? '')
  }

  async forget(id: string, days: number): Promise<number> {
    if (id === 'all') {
      const queues = await this.#allQueues()
      const cleaned = queues.map((queue) => queue.clean(days * day, 0, 'failed'))
      return (await Promise.all(cleaned)).flat().length
    }
    const before = Date.now() - days * day
    const failedJobs = (await this.#failedJobs()).filter(
      (job) => id === toId(job.queueName, job.id) && (job.finishedOn ?? 0) <= before,
    )
    for (const job of failedJobs) await job.remove()
    return failedJobs.length
  }

  async pause(name: string): Promise<void> {
    await (await this.#queue(name)).pause()
  }

  async resume(name: string): Promise<void> {
    await (await this.#queue(name)).resume()
  }

  async paused(): Promise<string[]> {
    const all = (await this.#allQueues()).map(async (queue) => ({
      queue: queue.name,
      isPaused: await queue.isPaused(),
    }))
    return (await Promise.all(all)).flatMap(({ queue, isPaused }) => (isPaused ? [queue] : []))
  }

  /** Removes a waiting job. Marks a running one as cancelled. */
  async cancel(id: string): Promise<boolean> {
    const slash = id.indexOf('/')
    const [name, number] = [id.slice(0, slash), id.slice(slash + 1)]
    if (!isQueueName(name) || number === '') return false
    const queue = await this.#queue(name)
    const job = await queue.getJob(number)
    if (!job || (await job.isFailed())) return false
    const client = await queue.getBackend().client
    client.defineCommand('fwCancel', { numberOfKeys: 1, lua: cancelScript })
    if ((await client.runCommand('fwCancel', [queue.toKey(number)])) !== 1) return false
    // Does not remove a running job, which keeps the mark.
    await queue.remove(number)
    return true
  }

  work(run: RunJob, options: WorkOptions): Promise<void> {
    return workRedis(this.#options, this.#prefix, run, options)
  }

  async stats(): Promise<QueueStats[]> {
    const all = (await this.#allQueues()).map(async (queue) => {
      const counts = await queue.getJobCounts('wait', 'delayed', 'active', 'failed')
      const { wait = 0, delayed = 0, active = 0, failed = 0 } = counts
      const oldestSeconds = wait > 0 ? await secondsOfOldest(queue) : 0
      return { queue: queue.name, waiting: wait, delayed, active, failed, oldestSeconds }
    })
    return (await Promise.all(all)).filter(
      ({ waiting, delayed, active, failed }) => waiting + delayed + active + failed > 0,
    )
  }

  async failed(): Promise<FailedJob[]> {
    const jobs = (await this.#failedJobs()).map((job) => ({
      id: toId(job.queueName, job.id),
      job: job.name,
      queue: job.queueName,
      attempts: job.attemptsMade + job.stalledCounter,
      // BullMQ omits an empty reason.
      message: job.failedReason ?? '',
      failedAt: new Date(job.finishedOn ?? 0),
    }))
    return jobs.toSorted((a, b) => a.failedAt.getTime() - b.failedAt.getTime())
  }

  /** Queues failed jobs again, and resets their attempts to 0. Returns the number of jobs. */
  async retry(id: string): Promise<number> {
    const jobs = (await this.#failedJobs()).filter(
      (job) => id === 'all' || id === toId(job.queueName, job.id),
    )
    for (const job of jobs) {
      const queue = await this.#queue(job.queueName)
      const client = await queue.getBackend().client
      await client.hdel(queue.toKey(job.id ?? ''), 'stc', 'progress', cancelledField)
      await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true })
    }
    return jobs.length
  }

  async close(): Promise<void> {
    const queues = [...this.#queues.values()]
    this.#queues.clear()
    // If a queue could not be opened, its callers have already received the error.
    const opened = (await Promise.allSettled(queues)).filter((each) => each.status === 'fulfilled')
    await Promise.all(opened.map(({ value }) => value.close()))
    await this.#redis.close()
  }

  /** Returns the error to throw for a failed method, such as `RedisUnreachable`. */
  explain(error: unknown): unknown {
    return this.#redis.explain(error)
  }

  async #queue(name: string): Promise<Queue> {
    // Reconnects a client that has given up.
    const client = await this.#redis.client()
    let queue = this.#queues.get(name)
    if (!queue) {
      queue = this.#open(name, client)
      this.#queues.set(name, queue)
      queue.catch(() => this.#queues.delete(name))
    }
    return queue
  }

  async #open(name: string, connection: Redis | Cluster): Promise<Queue> {
    const queue = new Queue(name, {
      connection,
      skipWaitingForReady: true,
      prefix: queuePrefix(this.#options, this.#prefix, name),
      defaultJobOptions: {
        attempts: defaultAttempts,
        removeOnComplete: true,
        // Stryker disable next-line StringLiteral: BullMQ uses the custom strategy for every unknown type.
        backoff: { type: 'custom' },
      },
    })
    // A call that fails also rejects, so the event can be ignored.
    queue.on('error', () => {})
    const client = await queue.getBackend().client
    await client.hset(this.#namesKey, { [name]: 1 })
    return queue
  }

  /** Returns every queue that has ever been opened, and `default`. */
  async #allQueues(): Promise<Queue[]> {
    const client = await (await this.#queue(defaultQueue)).getBackend().client
    const names = Object.keys(await client.hgetall(this.#namesKey)).toSorted()
    return Promise.all(names.map((name) => this.#queue(name)))
  }

  async #failedJobs(): Promise<Job[]> {
    const queues = await this.#allQueues()
    return (await Promise.all(queues.map((queue) => queue.getFailed()))).flat()
  }
}

function toId(queue: string, id: string | undefined): string {
  return `${queue}/${id}`
}

/** Returns how long the next job has been due, in seconds. */
async function secondsOfOldest(queue: Queue): Promise<number> {
  const [next] = await queue.getJobs(['wait'], 0, 0, true)
  if (!next) return 0
  const due = Math.max(next.timestamp, next.processedOn ?? 0) + next.delay
  return Math.max(0, Date.now() - due) / 1000
}

/** Returns the options to store with a job, without defaults; undefined if all are defaults. */
function toOptions(stored: NewJob): JobsOptions | undefined {
  const { delay, maxAttempts, uniqueKey } = stored
  const meta = toStoredMeta(stored)
  const options: StoredOptions = {
    ...(maxAttempts !== defaultAttempts && { attempts: maxAttempts }),
    ...(delay > 0 && { delay }),
    ...(uniqueKey !== undefined && { deduplication: { id: uniqueKey } }),
    ...(meta && { meta }),
  }
  return Object.keys(options).length > 0 ? options : undefined
}

const cancelScript = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], '${cancelledField}', 1)
return 1`
