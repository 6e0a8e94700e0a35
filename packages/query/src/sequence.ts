/** Runs one piece of work after another, in the order of the calls. */
export class Sequence {
  #last: Promise<unknown> | undefined

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last ? this.#last.then(work, work) : work()
    this.#last = result
    const clear = () => {
      if (this.#last === result) this.#last = undefined
    }
    result.then(clear, clear)
    return result
  }
}
