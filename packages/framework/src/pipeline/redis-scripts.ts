import { hideCommands } from '../logging/thrown.ts'

/** Runs a Lua script: `(script, keys, args) => redis.eval(script, keys.length, ...keys, ...args)`. */
export type RunScript = (script: string, keys: string[], args: string[]) => Promise<unknown>

/** A script, and what is made of what it returns. */
export interface RedisScript<Returned, Result> {
  readonly lua: string
  isReturned(answer: unknown): answer is Returned
  read(answer: Returned): Result
}

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

  /** Resolves with the result of the script. Rejects with `TypeError` where no such script has returned the answer. */
  async run<Returned, Result>(
    script: RedisScript<Returned, Result>,
    key: string,
    args: string[],
  ): Promise<Result> {
    const answer = await this.#call(script.lua, [this.#prefix + key], args)
    if (script.isReturned(answer)) return script.read(answer)
    throw new TypeError(
      `The function that ${this.#store} was given did not resolve with what the script returned.`,
    )
  }

  async #call(...[script, keys, args]: Parameters<RunScript>): Promise<unknown> {
    try {
      return await this.#run(script, keys, args)
    } catch (error) {
      hideCommands(error)
      throw error
    }
  }
}
