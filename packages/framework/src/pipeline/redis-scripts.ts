/** Runs a Lua script: `(script, keys, args) => redis.eval(script, keys.length, ...keys, ...args)`. */
export type RunScript = (script: string, keys: string[], args: string[]) => Promise<unknown>

/** Runs the scripts of a store, each about one key: those of a cluster may be on different servers. */
export class RedisScripts {
  readonly #store: string
  readonly #run: RunScript
  readonly #prefix: string

  /** `store` is its name, and `prefix` stands before each key. */
  constructor(store: string, run: RunScript, prefix: string) {
    this.#store = store
    this.#run = run
    this.#prefix = prefix
  }

  /** Resolves with what the script returned. Rejects with `TypeError` where that `isReturned` by no such script. */
  async run<T>(
    script: string,
    key: string,
    args: string[],
    isReturned: (answer: unknown) => answer is T,
  ): Promise<T> {
    const answer = await this.#run(script, [this.#prefix + key], args)
    if (isReturned(answer)) return answer
    throw new TypeError(
      `The function that ${this.#store} was given did not resolve with what the script returned.`,
    )
  }
}
