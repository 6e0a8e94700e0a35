import { Config, Logger, type Container } from 'fw'
import { InvalidWorker } from './errors.ts'
import { JobRunner } from './job-runner.ts'
import { isQueueName } from './job-settings.ts'
import type { Queue, WorkOptions } from './queue.ts'

/** When left out: the queue `default`, one job at a time, and QUEUE_LEASE_SECONDS, else 30. */
export type WorkerOptions = Partial<Pick<WorkOptions, 'queues' | 'concurrency' | 'leaseSeconds'>>

/** Takes jobs from a queue and runs them. */
export class Worker {
  readonly #queue: Queue
  readonly #container: Container
  readonly #options: WorkerOptions

  /** `container` is booted; it supplies the parameters of `handle`, the log and QUEUE_LEASE_SECONDS. */
  constructor(queue: Queue, container: Container, options: WorkerOptions = {}) {
    this.#queue = queue
    this.#container = container
    this.#options = options
  }

  /**
   * Runs jobs until the signal is aborted, then waits for those that run and resolves. Without a signal it runs as
   * long as the process. Throws where a known job needs what the container cannot supply.
   */
  async run(signal: AbortSignal = new AbortController().signal): Promise<void> {
    const { queues = ['default'], concurrency = 1 } = this.#options
    const leaseSeconds =
      this.#options.leaseSeconds ?? this.#container.get(Config).float('QUEUE_LEASE_SECONDS', 30)
    checkWorker({ queues, concurrency, leaseSeconds })
    const runner = new JobRunner(this.#container, this.#queue.jobs)
    const logger = this.#container.get(Logger)
    const options = { queues, concurrency, leaseSeconds, logger, signal }
    await this.#queue.work((job, held) => runner.run(job, held), options)
  }
}

function checkWorker({ queues, concurrency, leaseSeconds }: Required<WorkerOptions>): void {
  if (queues.length === 0 || !queues.every(isQueueName)) {
    throw new InvalidWorker('queues', 'names of letters, digits, ".", "-" and "_", at least one')
  }
  if (!Number.isSafeInteger(concurrency) || concurrency < 1) {
    throw new InvalidWorker('concurrency', 'a whole number of 1 or more')
  }
  if (!Number.isFinite(leaseSeconds) || leaseSeconds <= 0) {
    throw new InvalidWorker('leaseSeconds (QUEUE_LEASE_SECONDS)', 'a number above 0')
  }
}
