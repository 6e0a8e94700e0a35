import type { Logger } from '@fw/core'
import type { Queue } from './queue.ts'

/** The interval between checks, in milliseconds. */
const interval = 60_000

/** The time that a job must have waited before its queue is reported, in seconds. */
const longestWait = 60

/** Warns about queues that the worker does not serve: at startup, and when jobs in them wait and no job is running. */
export class QueueWatch {
  readonly #queue: Queue
  readonly #worked: readonly string[]
  readonly #logger: Logger
  #timer: NodeJS.Timeout | undefined
  /** The queues that have been reported and still have waiting jobs. */
  #reported: readonly string[] = []

  /** `worked` are the queues that the worker serves. */
  constructor(queue: Queue, worked: readonly string[], logger: Logger) {
    this.#queue = queue
    this.#worked = worked
    this.#logger = logger
  }

  /** `known` are the queues of the application's jobs. */
  start(known: readonly string[]): void {
    const queues = known.filter((name) => !this.#worked.includes(name))
    if (queues.length > 0) this.#logger.warn(leftOut, { queues })
    this.#timer = setInterval(() => void this.#look(), interval)
    void this.#look()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    try {
      const [all, paused] = await Promise.all([this.#queue.stats(), this.#queue.paused()])
      const idle = all.filter(
        ({ queue, active, oldestSeconds }) =>
          oldestSeconds >= longestWait &&
          active === 0 &&
          !this.#worked.includes(queue) &&
          !paused.includes(queue),
      )
      for (const { queue, waiting, oldestSeconds } of idle) {
        if (this.#reported.includes(queue)) continue
        this.#logger.warn(unworked, { queue, waiting, oldestSeconds: Math.round(oldestSeconds) })
      }
      this.#reported = idle.map(({ queue }) => queue)
    } catch {
      // The workers themselves report that the store cannot be reached.
    }
  }
}

const leftOut =
  'Some jobs of this application use queues that this worker does not serve. ' +
  'Start another worker for them, or add them to --queue.'

const unworked =
  'Jobs are waiting in a queue that no worker serves. Add the queue to --queue of a worker.'
