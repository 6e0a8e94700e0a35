import { HttpError, type HttpRequest, type Resolver } from '@fw/core'
import { clientNetwork, defaultBinding, withStandIn } from '@fw/core/internals'
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
    this.#limiter = withStandIn(limiter)
    this.#failures = failures
    this.#per = per
  }

  /**
   * Calls `verify` and returns its result; a falsy result counts as a failure. After too many failures, rejects with
   * `HttpError` 429 without calling `verify`.
   */
  async attempt<T>(
    account: string,
    { ip }: Pick<HttpRequest, 'ip'>,
    verify: () => T | Promise<T>,
  ): Promise<T> {
    const who = folded(account)
    if (ip === undefined) return this.#counting([`account ${who}`], verify)
    const address = clientNetwork(ip)
    return this.#countingOne(`both ${address} ${who}`, ({ remaining }) => {
      // An address can use up only half of the failures of an account, so it cannot lock out others.
      const isShare = this.#failures - remaining <= Math.ceil(this.#failures / 2)
      const rest = [`address ${address}`, ...(isShare ? [`account ${who}`] : [])]
      return this.#counting(rest, verify)
    })
  }

  #counting<T>([first, ...others]: readonly string[], verify: () => T | Promise<T>): Promise<T> {
    if (first === undefined) return Promise.resolve(verify())
    return this.#countingOne(first, () => this.#counting(others, verify))
  }

  /**
   * Counts an attempt before `verify` runs, so that concurrent attempts are counted, too. If it succeeds, the count is
   * undone.
   */
  async #countingOne<T>(key: string, verify: (taken: Taken) => Promise<T>): Promise<T> {
    const { taken, settle } = await this.#take(key)
    let isFailure = false
    try {
      const result = await verify(taken)
      isFailure = !result
      return result
    } finally {
      try {
        if (!isFailure) await this.#limiter.giveBack(name, key, this.#failures, this.#per)
      } catch {
        // The attempt remains counted, but its result does not change.
      } finally {
        settle()
      }
    }
  }

  /** Counts an attempt. Returns the remaining attempts, and a function to call after its result has been counted. */
  async #take(key: string): Promise<{ taken: Taken; settle: () => void }> {
    for (;;) {
      try {
        const taken = await this.#limiter.take(name, key, this.#failures, this.#per)
        // Recorded without an await in between, because attempts that are rejected wait for the running ones.
        return { taken, settle: this.#noteRunning(key) }
      } catch (error) {
        const running = this.#running.get(key)
        if (!(error instanceof HttpError && error.status === 429 && running)) throw error
        // Running attempts may succeed, and their count would then be undone.
        await Promise.race(running)
      }
    }
  }

  #noteRunning(key: string): () => void {
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

const name = 'attempts'

/** Normalizes an account name, because databases may ignore case, accents, width and invisible characters. */
function folded(account: string): string {
  const plain = account.normalize('NFKD').replaceAll(unseen, '')
  return plain.toUpperCase().toLowerCase().normalize('NFKC').trim()
}

const unseen = /[\p{Mn}\p{Me}\p{C}\p{Default_Ignorable_Code_Point}]/gu
