import { hideCommands } from '../logging/thrown.ts'

/** Runs a Lua script: `(script, keys, args) => redis.eval(script, keys.length, ...keys, ...args)`. */
export type RunScript = (script: string, keys: string[], args: string[]) => Promise<unknown>

/** A Lua script, with functions that check and convert its result. */
export interface RedisScript<Reply, Result> {
  readonly lua: string
  isReply(reply: unknown): reply is Reply
  parse(reply: Reply): Result
}

/**
 * Runs the scripts of a store. Each script uses a single key, because the keys of a cluster may be on different
 * servers.
 */
export class RedisScripts {
  readonly #store: string
  readonly #run: RunScript
  readonly #prefix: string

  /** `store` is the name for errors. `prefix` is prepended to each key. */
  constructor(store: string, run: RunScript, prefix: string) {
    this.#store = store
    this.#run = run
    this.#prefix = prefix
  }

  /** Resolves to the result of the script. Rejects with a `TypeError` if the result is not valid for the script. */
  async run<Reply, Result>(
    script: RedisScript<Reply, Result>,
    key: string,
    args: string[],
  ): Promise<Result> {
    const reply = await this.#call(script.lua, [this.#prefix + key], args)
    if (script.isReply(reply)) return script.parse(reply)
    throw new TypeError(
      `The function that was passed to ${this.#store} must resolve with the result of the script.`,
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
