import { HttpError, type HttpRequest, type Resolver } from 'fw'
import { clientNetwork, defaultBinding, withStandIn } from 'fw/internals'
import { RateLimiter, type Taken } from 'fw/web'

/** How many attempts may fail, in what time. */
export interface AttemptLimits {
  /** How many attempts may fail. Default 10. */
  readonly failures?: number
  /** In what time. Default `15m`. */
  readonly per?: string
}

/** Ends the guessing of passwords: 10 failures in 15 minutes for an account, or for an address. */
export class AttemptLimiter {
  static readonly [defaultBinding] = (resolver: Resolver): AttemptLimiter =>
    new AttemptLimiter(resolver.get(RateLimiter))

  readonly #limiter: RateLimiter
  readonly #failures: number
  readonly #per: string
  /** Attempts whose outcome is not known yet, by what is counted for them. */
  readonly #running = new Map<string, Set<Promise<unknown>>>()

  constructor(limiter: RateLimiter, { failures = 10, per = '15m' }: AttemptLimits = {}) {
    this.#limiter = withStandIn(limiter)
    this.#failures = failures
    this.#per = per
  }

  /**
   * Gives what `verify` gives; a falsy value is a failure. Rejects with `HttpError` 429, and does not call it,
   * where too many have failed.
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
      // One address uses half of what an account has, so nobody there locks the account for others.
      const isShare = this.#failures - remaining <= Math.ceil(this.#failures / 2)
      const rest = [`address ${address}`, ...(isShare ? [`account ${who}`] : [])]
      return this.#counting(rest, verify)
    })
  }

  #counting<T>([first, ...others]: readonly string[], verify: () => T | Promise<T>): Promise<T> {
    if (first === undefined) return Promise.resolve(verify())
    return this.#countingOne(first, () => this.#counting(others, verify))
  }

  /** Counted before `verify` runs, so that concurrent attempts count too, and given back where it was no failure. */
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
        // The unit stays taken, which changes nothing about the outcome.
      } finally {
        settle()
      }
    }
  }

  /** Counts an attempt, and returns what is left, and what to call when its outcome is known and counted. */
  async #take(key: string): Promise<{ taken: Taken; settle: () => void }> {
    for (;;) {
      try {
        const taken = await this.#limiter.take(name, key, this.#failures, this.#per)
        // Noted at once: others may have been refused in the meantime.
        return { taken, settle: this.#noteRunning(key) }
      } catch (error) {
        const running = this.#running.get(key)
        if (!(error instanceof HttpError && error.status === 429 && running)) throw error
        // Attempts under way may turn out to be no failures.
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

/** Databases may find an account whatever the case, accents, width and invisible characters of its name. */
function folded(account: string): string {
  const plain = account.normalize('NFKD').replaceAll(unseen, '')
  return plain.toUpperCase().toLowerCase().normalize('NFKC').trim()
}

const unseen = /[\p{Mn}\p{Me}\p{C}\p{Default_Ignorable_Code_Point}]/gu
