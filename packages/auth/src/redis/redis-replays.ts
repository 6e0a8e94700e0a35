import { RedisKeyedStore } from '@fw/core/internals'
import type { RunScript } from '@fw/core/web'
import { KeyedReplays } from '../stores/replay-store.ts'

/** Keeps ids in Redis, shared by all processes. */
export class RedisReplays extends KeyedReplays {
  /** `prefix` is the prefix of each key. */
  constructor(run: RunScript, prefix = 'fw:replay:') {
    super(new RedisKeyedStore('RedisReplays', run, prefix))
  }
}
