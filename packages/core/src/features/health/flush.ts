import { defaultBinding } from '../../base/container/binding.ts'
import type { Logger } from '../../base/logging/logger.ts'
import { logThrown } from '../../base/logging/thrown.ts'

/** The reason for a flush: the process ends, or the platform freezes it until the next request, as Lambda does. */
export type FlushMoment = 'end' | 'freeze'

/** An object that buffers data before sending it. */
export interface Flushable {
  flush?(next: FlushMoment): Promise<void>
}

/** The time limit for a flush, in ms. */
const flushTimeout = 2000

/** The time after a timeout during which flushing is skipped, in ms. */
const pauseAfterTimeout = 60_000

/**
 * Flushes all buffers, and waits for at most 2 s. Resolves to true if all flushes ended in time, even with an error.
 * Never rejects.
 */
export async function flush(
  buffers: readonly Flushable[],
  next: FlushMoment,
  logger: () => Logger,
): Promise<boolean> {
  const flushing = buffers.map(async (each) => {
    try {
      await each.flush?.(next)
    } catch (error) {
      logThrown(logger, 'warn', 'Buffered data could not be sent.', { error })
    }
  })
  const { promise: timedOut, resolve: end } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => end(false), flushTimeout)
  const isSent = await Promise.race([Promise.all(flushing).then(() => true), timedOut])
  clearTimeout(timer)
  return isSent
}

/** The buffers of packages, for platforms that run a process only during requests. */
export class BufferFlusher {
  static readonly [defaultBinding] = (): BufferFlusher => new BufferFlusher()

  readonly #send: (() => Promise<boolean>) | undefined
  #skipUntil = 0

  /** `send` resolves to true if all flushes ended in time. */
  constructor(send?: () => Promise<boolean>) {
    this.#send = send
  }

  /**
   * Sends the data before the process is frozen. If that takes longer than 2 s, flushing is skipped for the next
   * minute.
   */
  async send(): Promise<void> {
    if (!this.#send || performance.now() < this.#skipUntil) return
    if (!(await this.#send())) this.#skipUntil = performance.now() + pauseAfterTimeout
  }
}
