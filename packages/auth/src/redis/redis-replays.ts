import { RedisKeyedStore } from '@fw/core/internals'
import type { RunScript } from '@fw/core/web'
import { KeyedReplays } from '../stores/replay-store.ts'

/** Stores the ids of used tokens and proofs in Redis, which all processes share. */
export class RedisReplays extends KeyedReplays {
  /** `prefix` is prepended to each key. */
  constructor(run: RunScript, prefix = 'fw:replay:') {
    super(new RedisKeyedStore('RedisReplays', run, prefix))
  }
}
