import { isPromise, type MaybePromise } from '../../base/platform/maybe-promise.ts'

/** The maximum duration of a call, in milliseconds. */
const defaultLimit = 1000

/**
 * The maximum duration of calls after one that took too long, in milliseconds. It is short, so that requests do not
 * wait for a store that is down.
 */
const reducedLimit = 50

/** The pause after a call that hangs, before the next attempt, in milliseconds. */
const pause = 1000

/**
 * Limits the duration of calls to a store. While a call hangs, further calls fail immediately, except for an occasional
 * attempt.
 */
export class CircuitBreaker {
  readonly #toError: (reason: string) => Error
  #limit = defaultLimit
  #isHanging = false
  #lastCallAt = 0

  /** `toError` creates the error for a call that takes too long. */
  constructor(toError: (reason: string) => Error = (reason) => new Error(reason)) {
    this.#toError = toError
  }

  /** Calls the store. Throws, or rejects, if the call fails, takes too long, or is skipped while another one hangs. */
  run<T>(call: () => MaybePromise<T>): MaybePromise<T> {
    if (this.#isHanging && performance.now() - this.#lastCallAt < pause) {
      throw this.#toError('An earlier call has not returned yet.')
    }
    const result = call()
    if (!isPromise(result)) return result
    this.#lastCallAt = performance.now()
    return this.#withTimeout(result, this.#limit)
  }

  #withTimeout<T>(result: Promise<T>, limit: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#isHanging = true
        this.#limit = reducedLimit
        reject(this.#toError(`No response within ${limit} ms.`))
      }
      // If the process was busy, the result may have arrived but not been read yet.
      let turn: ReturnType<typeof setImmediate> | undefined
      const timer = setTimeout(() => (turn = setImmediate(giveUp)), limit)
      const settle = (nextLimit: number) => {
        clearTimeout(timer)
        clearImmediate(turn)
        this.#isHanging = false
        this.#limit = nextLimit
      }
      const settled = result.then(
        (value) => {
          settle(defaultLimit)
          return value
        },
        (error: unknown) => {
          // A store that rejects a call has responded.
          settle(this.#limit)
          throw error
        },
      )
      settled.then(resolve, reject)
    })
  }
}
