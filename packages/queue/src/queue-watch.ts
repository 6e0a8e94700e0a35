import type { Logger } from '@fw/core'
import type { Queue } from './queue.ts'

/** The interval between checks, in milliseconds. */
const checkInterval = 60_000

/** The time that a job must have waited before its queue is reported, in seconds. */
const maxWaitSeconds = 60

/**
 * Warns about queues that the worker does not serve: at startup, and when jobs wait in such a queue and no job of the
 * queue is running.
 */
export class QueueWatch {
  readonly #queue: Queue
  readonly #servedQueues: readonly string[]
  readonly #logger: Logger
  #timer: NodeJS.Timeout | undefined
  /** The queues in which the last check found waiting jobs. They are not reported again. */
  #reported: readonly string[] = []

  /** `servedQueues` are the queues that the worker serves. */
  constructor(queue: Queue, servedQueues: readonly string[], logger: Logger) {
    this.#queue = queue
    this.#servedQueues = servedQueues
    this.#logger = logger
  }

  /** `jobQueues` are the queues of the application's jobs. */
  start(jobQueues: readonly string[]): void {
    const queues = jobQueues.filter((name) => !this.#servedQueues.includes(name))
    if (queues.length > 0) this.#logger.warn(notServedWarning, { queues })
    this.#timer = setInterval(() => void this.#check(), checkInterval)
    void this.#check()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #check(): Promise<void> {
    try {
      const [stats, paused] = await Promise.all([this.#queue.stats(), this.#queue.paused()])
      const stuckQueues = stats.filter(
        ({ queue, active, oldestSeconds }) =>
          oldestSeconds >= maxWaitSeconds &&
          active === 0 &&
          !this.#servedQueues.includes(queue) &&
          !paused.includes(queue),
      )
      for (const { queue, waiting, oldestSeconds } of stuckQueues) {
        if (this.#reported.includes(queue)) continue
        this.#logger.warn(waitingWarning, {
          queue,
          waiting,
          oldestSeconds: Math.round(oldestSeconds),
        })
      }
      this.#reported = stuckQueues.map(({ queue }) => queue)
    } catch {
      // The workers themselves report that the store cannot be reached.
    }
  }
}

const notServedWarning =
  'Some jobs of this application use queues that this worker does not serve. ' +
  'Start another worker for them, or add them to --queue.'

const waitingWarning =
  'Jobs wait in a queue that this worker does not serve, and none of them is running. Check that a worker has it in --queue.'
