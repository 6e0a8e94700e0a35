import { HttpError, type HttpRequest, type Resolver } from '@fw/core'
import { clientNetwork, defaultBinding, withFallback } from '@fw/core/internals'
import { RateLimiter, type Taken } from '@fw/core/web'

/** The limit of failed attempts in a period. */
export interface AttemptLimits {
  /** The number of attempts that may fail. Default: 10. */
  readonly failures?: number
  /** The period in which failures are counted, such as `1h`. Default: `15m`. */
  readonly per?: string
}

/** Limits password guessing: by default, to 10 failures in 15 minutes per account and per address. */
export class AttemptLimiter {
  static readonly [defaultBinding] = (resolver: Resolver): AttemptLimiter =>
    new AttemptLimiter(resolver.get(RateLimiter))

  readonly #limiter: RateLimiter
  readonly #failures: number
  readonly #per: string
  /** Attempts that have no result yet, by the key under which they are counted. */
  readonly #running = new Map<string, Set<Promise<unknown>>>()

  constructor(limiter: RateLimiter, { failures = 10, per = '15m' }: AttemptLimits = {}) {
    this.#limiter = withFallback(limiter)
    this.#failures = failures
    this.#per = per
  }

  /**
   * Calls `verify` and returns its result. A falsy result counts as a failure; an error does not. After too many
   * failures, rejects with `HttpError` 429 without calling `verify`.
   */
  async attempt<T>(
    account: string,
    { ip }: Pick<HttpRequest, 'ip'>,
    verify: () => T | Promise<T>,
  ): Promise<T> {
    const accountKey = normalizeAccount(account)
    if (ip === undefined) return this.#countAttempts([`account ${accountKey}`], verify)
    const address = clientNetwork(ip)
    return this.#countAttempt(`both ${address} ${accountKey}`, ({ remaining }) => {
      // An address can use up only half of the failures of an account, so one address cannot lock out the others.
      const isWithinShare = this.#failures - remaining <= Math.ceil(this.#failures / 2)
      const keys = [`address ${address}`, ...(isWithinShare ? [`account ${accountKey}`] : [])]
      return this.#countAttempts(keys, verify)
    })
  }

  #countAttempts<T>([first, ...rest]: readonly string[], verify: () => T | Promise<T>): Promise<T> {
    if (first === undefined) return Promise.resolve(verify())
    return this.#countAttempt(first, () => this.#countAttempts(rest, verify))
  }

  /**
   * Counts an attempt before `verify` runs, so that concurrent attempts are counted, too. If `verify` succeeds or
   * throws, the count is undone.
   */
  async #countAttempt<T>(key: string, verify: (taken: Taken) => Promise<T>): Promise<T> {
    const { taken, settle } = await this.#takeAttempt(key)
    let isFailure = false
    try {
      const result = await verify(taken)
      isFailure = !result
      return result
    } finally {
      try {
        if (!isFailure) await this.#limiter.giveBack(limiterName, key, this.#failures, this.#per)
      } catch {
        // The attempt remains counted. This error must not replace its result.
      } finally {
        settle()
      }
    }
  }

  /**
   * Counts an attempt. Returns the remaining attempts, and a function to call after the result of the attempt has been
   * counted.
   */
  async #takeAttempt(key: string): Promise<{ taken: Taken; settle: () => void }> {
    for (;;) {
      try {
        const taken = await this.#limiter.take(limiterName, key, this.#failures, this.#per)
        // No await may separate `take` from `#addRunning`: an attempt that is rejected in between would not find this
        // attempt, and would fail instead of waiting for its result.
        return { taken, settle: this.#addRunning(key) }
      } catch (error) {
        const running = this.#running.get(key)
        if (!(error instanceof HttpError && error.status === 429 && running)) throw error
        // Running attempts may succeed, and their count would then be undone.
        await Promise.race(running)
      }
    }
  }

  #addRunning(key: string): () => void {
    const running = this.#running.get(key) ?? new Set()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#running.set(key, running.add(promise))
    return () => {
      resolve()
      running.delete(promise)
      if (running.size === 0) this.#running.delete(key)
    }
  }
}

const limiterName = 'attempts'

/** Normalizes an account name, because databases may ignore case, accents, width and invisible characters. */
function normalizeAccount(account: string): string {
  const plain = account.normalize('NFKD').replaceAll(ignorable, '')
  return plain.toUpperCase().toLowerCase().normalize('NFKC').trim()
}

const ignorable = /[\p{Mn}\p{Me}\p{C}\p{Default_Ignorable_Code_Point}]/gu
