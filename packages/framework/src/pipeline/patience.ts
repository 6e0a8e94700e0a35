/** How long a call may take, in milliseconds, and how soon after one that took longer another is tried. */
const longest = 1000

/** Waits for calls for a limited time. While one hangs, the others fail at once, but for one in a second. */
export class Patience {
  #isHanging = false
  #last = 0

  /** Throws, or rejects, where the call does, or does not come to an end. */
  wait<T>(call: () => T | Promise<T>): T | Promise<T> {
    const now = performance.now()
    if (this.#isHanging && now - this.#last < longest) {
      throw new Error('An earlier call has had no answer yet.')
    }
    const given = call()
    if (!(given instanceof Promise)) return given
    this.#last = now
    return this.#inTime(given)
  }

  #inTime<T>(given: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#isHanging = true
        reject(new Error(`There was no answer within ${longest} ms.`))
      }
      // In a process that was busy the answer may be there, unread.
      let turn: ReturnType<typeof setImmediate> | undefined
      const timer = setTimeout(() => (turn = setImmediate(giveUp)), longest)
      const settle = () => {
        clearTimeout(timer)
        clearImmediate(turn)
        this.#isHanging = false
      }
      given.finally(settle).then(resolve, reject)
    })
  }
}
