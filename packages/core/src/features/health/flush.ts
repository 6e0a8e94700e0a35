import { defaultBinding } from '../../base/container/binding.ts'
import type { Logger } from '../../base/logging/logger.ts'
import { logThrown } from '../../base/logging/thrown.ts'

/** The reason for a flush: the process ends, or the platform freezes it until the next request, as Lambda does. */
export type FlushMoment = 'end' | 'freeze'

/** An object that buffers data before sending it. */
export interface Flushing {
  flush?(next: FlushMoment): Promise<void>
}

/** The time limit for a flush, in ms. */
const limit = 2000

/** The time after a timeout during which flushing is skipped, in ms. */
const pause = 60_000

/**
 * Flushes all buffers. Data that is not sent within 2 s is lost. Resolves to true if all data was sent in time. Never
 * rejects.
 */
export async function flush(
  all: readonly Flushing[],
  next: FlushMoment,
  logger: () => Logger,
): Promise<boolean> {
  const flushing = all.map(async (each) => {
    try {
      await each.flush?.(next)
    } catch (error) {
      logThrown(logger, 'warn', 'Buffered data could not be sent.', { error })
    }
  })
  const { promise: isOver, resolve: end } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => end(false), limit)
  const isSent = await Promise.race([Promise.all(flushing).then(() => true), isOver])
  clearTimeout(timer)
  return isSent
}

/** The buffers of packages, for platforms that run a process only during requests. */
export class HeldBack {
  static readonly [defaultBinding] = (): HeldBack => new HeldBack()

  readonly #send: (() => Promise<boolean>) | undefined
  #next = 0

  /** `send` resolves to true if all data was sent in time. */
  constructor(send?: () => Promise<boolean>) {
    this.#send = send
  }

  /**
   * Sends the data before the process is frozen. If that takes longer than 2 s, flushing is skipped for the next
   * minute.
   */
  async send(): Promise<void> {
    if (!this.#send || performance.now() < this.#next) return
    if (!(await this.#send())) this.#next = performance.now() + pause
  }
}
