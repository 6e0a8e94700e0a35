import type { RunScript } from 'fw/web'
import { ReplayStore } from '../stores/replay-store.ts'

/** Remembers in Redis, for all processes together. */
export class RedisReplays extends ReplayStore {
  readonly #run: RunScript
  readonly #prefix: string

  /** `prefix` stands before each key. */
  constructor(run: RunScript, prefix = 'fw:replay:') {
    super()
    this.#run = run
    this.#prefix = prefix
  }

  async claim(key: string, until: number): Promise<boolean> {
    const left = Math.max(until - Date.now(), 1)
    const answer = await this.#run(script, [this.#prefix + key], [String(left)])
    if (answer === 0 || answer === 1) return answer === 1
    throw new TypeError(
      'The function that RedisReplays was given did not resolve with what the script returned.',
    )
  }
}

const script = `
if redis.call('SET', KEYS[1], '', 'NX', 'PX', ARGV[1]) then return 1 end
return 0
`
