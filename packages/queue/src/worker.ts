import { Config, Logger, logThrown, type Container } from '@fw/core'
import { applicationQueues, queuesWithJobs, registriesOf } from './application-queues.ts'
import { InvalidWorker } from './errors.ts'
import { JobRunner } from './job-runner.ts'
import { isQueueName } from './job-settings.ts'
import { QueueWatch } from './queue-watch.ts'
import type { Queue, WorkOptions } from './queue.ts'

/**
 * Options for a worker. Defaults: the queue `default` and those of the application's jobs, with equal weights; one job
 * at a time; a lease of QUEUE_LEASE_SECONDS, or 30 seconds if that is not set.
 */
export type WorkerOptions = Partial<
  Pick<WorkOptions, 'queues' | 'weights' | 'concurrency' | 'leaseSeconds'>
>

/** The interval at which a worker removes old failed jobs, in milliseconds. */
const forgetInterval = 60 * 60 * 1000

/** Takes jobs from a queue and runs them. */
export class Worker {
  readonly #queue: Queue
  readonly #container: Container
  readonly #options: WorkerOptions
  /** The queues that the worker takes jobs from. */
  readonly queues: readonly string[]

  /** `container` must be booted. It provides the parameters of `handle`, the logger and QUEUE_LEASE_SECONDS. */
  constructor(queue: Queue, container: Container, options: WorkerOptions = {}) {
    this.#queue = queue
    this.#container = container
    this.#options = options
    this.queues = options.queues ?? applicationQueues(container, queue)
  }

  /**
   * Runs jobs until the signal is aborted, then waits for the running ones. Without a signal, runs until the process
   * exits. Throws `InvalidWorker` if an option is invalid, and an error if a registered job needs a service that the
   * container cannot create.
   */
  async run(signal: AbortSignal = new AbortController().signal): Promise<void> {
    const { queues } = this
    const { weights = this.#equalWeights, concurrency = 1 } = this.#options
    const leaseSeconds =
      this.#options.leaseSeconds ?? this.#container.get(Config).float('QUEUE_LEASE_SECONDS', 30)
    const keepDays = this.#container.get(Config).float('QUEUE_KEEP_FAILED_DAYS', 30)
    checkWorker({ queues, concurrency, leaseSeconds, weights, keepDays })
    const runner = new JobRunner(this.#container, registriesOf(this.#container, this.#queue))
    const logger = this.#container.get(Logger)
    const options = { queues, weights, concurrency, leaseSeconds, logger, signal }
    const forgetTimer = setInterval(() => void this.#forget(keepDays), forgetInterval)
    void this.#forget(keepDays)
    const watch = new QueueWatch(this.#queue, queues, logger)
    watch.start(queuesWithJobs(this.#container, this.#queue))
    try {
      await this.#queue.work((job, held) => runner.run(job, held), options)
    } finally {
      clearInterval(forgetTimer)
      watch.stop()
    }
  }

  /** If no queues were chosen, all have equal weights, so that no queue is more urgent than others. */
  get #equalWeights(): readonly number[] | undefined {
    const isChosen = this.#options.queues !== undefined || this.queues.length < 2
    return isChosen ? undefined : this.queues.map(() => 1)
  }

  async #forget(days: number): Promise<void> {
    try {
      await this.#queue.forget('all', days)
    } catch (error) {
      const logger = () => this.#container.get(Logger)
      logThrown(logger, 'warn', 'Removing old failed jobs failed. Retrying in an hour.', { error })
    }
  }
}

interface CheckedOptions extends Required<Omit<WorkerOptions, 'weights'>> {
  readonly weights: WorkerOptions['weights']
  readonly keepDays: number
}

function checkWorker({
  queues,
  weights,
  concurrency,
  leaseSeconds,
  keepDays,
}: CheckedOptions): void {
  if (queues.length === 0 || !queues.every(isQueueName)) {
    throw new InvalidWorker(
      'queues',
      'names of up to 100 letters, digits, ".", "-" and "_", at least one',
    )
  }
  if (!Number.isSafeInteger(concurrency) || concurrency < 1) {
    throw new InvalidWorker('concurrency', 'a whole number of 1 or more')
  }
  if (!(leaseSeconds > 0 && leaseSeconds <= 86_400)) {
    throw new InvalidWorker(
      'leaseSeconds (QUEUE_LEASE_SECONDS)',
      'a number above 0, and at most 86400',
    )
  }
  const isWeight = (weight: number) => Number.isFinite(weight) && weight > 0
  if (weights && !(weights.length === queues.length && weights.every(isWeight))) {
    throw new InvalidWorker('weights', 'numbers above 0, one for each queue')
  }
  if (!Number.isFinite(keepDays) || keepDays < 0) {
    throw new InvalidWorker('QUEUE_KEEP_FAILED_DAYS', 'a number of 0 or more')
  }
}
