import type { NewJob, TakenJob } from './queue.ts'

/** The data that is stored together with a payload. */
export type StoredMeta = Pick<TakenJob, 'changes' | 'meta'>

/** Validates the data that is stored together with a payload, because other software may have written it. */
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

/** Returns undefined if there is nothing to store, which is the case for most jobs. */
export function toStoredMeta({ changes, meta }: NewJob): StoredMeta | undefined {
  if (!changes && !meta) return undefined
  const carried = meta && Object.keys(meta).length > 0 ? meta : undefined
  return changes || carried
    ? { ...(changes && { changes }), ...(carried && { meta: carried }) }
    : undefined
}
