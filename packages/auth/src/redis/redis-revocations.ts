import { createHash } from 'node:crypto'
import { RedisKeyedStore } from '@fw/core/internals'
import type { RunScript } from '@fw/core/web'
import { KeyedRevocations } from '../stores/revocation-store.ts'

/** Stores revocations in Redis, which all processes share. */
export class RedisRevocations extends KeyedRevocations {
  /** `prefix` is prepended to each key. */
  constructor(run: RunScript, prefix = 'fw:revoked:') {
    const records = new RedisKeyedStore('RedisRevocations', run, prefix)
    super(records, (kind, name) => {
      return `${kind}:${createHash('sha256').update(name).digest('base64url')}`
    })
  }
}
