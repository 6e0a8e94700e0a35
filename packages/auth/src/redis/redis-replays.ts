import { RedisScripts, type RedisScript } from 'fw/internals'
import type { RunScript } from 'fw/web'
import { ReplayStore } from '../stores/replay-store.ts'

/** Keeps ids in Redis, shared by all processes. */
export class RedisReplays extends ReplayStore {
  readonly #scripts: RedisScripts

  /** `prefix` is the prefix of each key. */
  constructor(run: RunScript, prefix = 'fw:replay:') {
    super()
    this.#scripts = new RedisScripts('RedisReplays', run, prefix)
  }

  claim(key: string, until: number): Promise<boolean> {
    const left = Math.max(until - Date.now(), 1)
    return this.#scripts.run(claim, key, [String(left)])
  }
}

const claim: RedisScript<0 | 1, boolean> = {
  isReturned: (answer) => answer === 0 || answer === 1,
  read: (bit) => bit === 1,
  lua: `
if redis.call('SET', KEYS[1], '', 'NX', 'PX', ARGV[1]) then return 1 end
return 0
`,
}
