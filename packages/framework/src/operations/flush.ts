import { defaultBinding } from '../container/binding.ts'
import type { Logger } from '../logging/logger.ts'
import { logThrown } from '../logging/thrown.ts'

/** What comes next: the process ends, or its platform freezes it until the next request, as Lambda does. */
export type FlushMoment = 'end' | 'freeze'

/** Something that sends what it holds back. */
export interface Flushing {
  flush?(next: FlushMoment): Promise<void>
}

/** So long what is held back may take to be sent, in milliseconds. */
const limit = 2000

/** So long nobody waits anew for what took longer, in milliseconds. */
const pause = 60_000

/** Has all send what they hold back; it is lost after 2 s. Whether it took less. Never rejects. */
export async function flush(
  all: readonly Flushing[],
  next: FlushMoment,
  logger: () => Logger,
): Promise<boolean> {
  const flushing = all.map(async (each) => {
    try {
      await each.flush?.(next)
    } catch (error) {
      logThrown(logger, 'warn', 'What was held back could not be sent.', { error })
    }
  })
  const { promise: isOver, resolve: end } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => end(false), limit)
  const isSent = await Promise.race([Promise.all(flushing).then(() => true), isOver])
  clearTimeout(timer)
  return isSent
}

/** What the packages of an application hold back, where requests are all that keeps a process running. */
export class HeldBack {
  static readonly [defaultBinding] = (): HeldBack => new HeldBack()

  readonly #send: (() => Promise<boolean>) | undefined
  #next = 0

  /** `send` tells whether all was sent in time. */
  constructor(send?: () => Promise<boolean>) {
    this.#send = send
  }

  /** Sends it before the process is frozen. What takes longer than 2 s is not waited for again for a minute. */
  async send(): Promise<void> {
    if (!this.#send || performance.now() < this.#next) return
    if (!(await this.#send())) this.#next = performance.now() + pause
  }
}
