import type { NewJob, TakenJob } from './queue.ts'

/** What is stored beside a payload. */
export type StoredMeta = Pick<TakenJob, 'changes' | 'meta'>

/** Undefined where there is nothing to store: most jobs have none. */
export function toStoredMeta({ changes, meta }: NewJob): StoredMeta | undefined {
  if (!changes && !meta) return undefined
  const carried = meta && Object.keys(meta).length > 0 ? meta : undefined
  return changes || carried
    ? { ...(changes && { changes }), ...(carried && { meta: carried }) }
    : undefined
}
