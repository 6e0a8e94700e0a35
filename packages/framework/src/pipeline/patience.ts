/** How long a call may take, in milliseconds. */
const longest = 1000

/** How long it may take after one that took too long, so that nobody waits for a store known to be down. In milliseconds. */
const shortest = 50

/** How long after a call without an answer another is tried, in milliseconds. */
const pause = 1000

/** Waits for calls of a store for a limited time. While one hangs, the others fail at once, except for an occasional try. */
export class Patience {
  readonly #toError: (reason: string) => Error
  #limit = longest
  #isHanging = false
  #last = 0

  /** `toError` makes the error of a call that takes too long. */
  constructor(toError: (reason: string) => Error = (reason) => new Error(reason)) {
    this.#toError = toError
  }

  /** Throws, or rejects, if the call does, or if it takes too long. */
  wait<T>(call: () => T | Promise<T>): T | Promise<T> {
    if (this.#isHanging && performance.now() - this.#last < pause) {
      throw this.#toError('An earlier call has had no answer yet.')
    }
    const given = call()
    if (!(given instanceof Promise)) return given
    this.#last = performance.now()
    return this.#inTime(given, this.#limit)
  }

  #inTime<T>(given: Promise<T>, limit: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#isHanging = true
        this.#limit = shortest
        reject(this.#toError(`There was no answer within ${limit} ms.`))
      }
      // If the process was busy, the answer may have arrived unread.
      let turn: ReturnType<typeof setImmediate> | undefined
      const timer = setTimeout(() => (turn = setImmediate(giveUp)), limit)
      const settle = (nextLimit: number) => {
        clearTimeout(timer)
        clearImmediate(turn)
        this.#isHanging = false
        this.#limit = nextLimit
      }
      const settled = given.then(
        (value) => {
          settle(longest)
          return value
        },
        (error: unknown) => {
          // A store that refuses a call is not slow.
          settle(this.#limit)
          throw error
        },
      )
      settled.then(resolve, reject)
    })
  }
}
