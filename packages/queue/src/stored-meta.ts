import type { NewJob, TakenJob } from './queue.ts'

/** What is stored beside a payload. */
export type StoredMeta = Pick<TakenJob, 'changes' | 'meta'>

/** Reads what was stored beside a payload. Something else may have written it, so nothing is taken for granted. */
export function readStoredMeta(stored: unknown): StoredMeta & Pick<TakenJob, 'problem'> {
  if (stored === undefined || stored === null) return {}
  if (!isRecord(stored)) return malformed
  const { changes, meta } = stored
  if (changes !== undefined && !isRecord(changes)) return malformed
  if (meta !== undefined && !isCarried(meta)) return malformed
  return { ...(changes && { changes }), ...(meta && { meta }) }
}

const malformed = { problem: 'The stored meta is malformed.' }

function isCarried(value: unknown): value is NonNullable<StoredMeta['meta']> {
  return isRecord(value) && Object.values(value).every((each) => typeof each === 'string')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Undefined where there is nothing to store: most jobs have none. */
export function toStoredMeta({ changes, meta }: NewJob): StoredMeta | undefined {
  if (!changes && !meta) return undefined
  const carried = meta && Object.keys(meta).length > 0 ? meta : undefined
  return changes || carried
    ? { ...(changes && { changes }), ...(carried && { meta: carried }) }
    : undefined
}
