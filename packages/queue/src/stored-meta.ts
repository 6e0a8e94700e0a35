import type { NewJob, TakenJob } from './queue.ts'

/** The data that is stored together with a payload. */
export type StoredMeta = Pick<TakenJob, 'changes' | 'meta'>

/** Validates the data that is stored together with a payload, because other software may have written it. */
export function readStoredMeta(stored: unknown): StoredMeta & Pick<TakenJob, 'problem'> {
  if (stored === undefined || stored === null) return {}
  if (!isRecord(stored)) return malformed
  const { changes, meta } = stored
  if (changes !== undefined && !isRecord(changes)) return malformed
  if (meta !== undefined && !isMeta(meta)) return malformed
  return { ...(changes && { changes }), ...(meta && { meta }) }
}

const malformed = { problem: 'The stored metadata is malformed.' }

function isMeta(value: unknown): value is NonNullable<StoredMeta['meta']> {
  return isRecord(value) && Object.values(value).every((each) => typeof each === 'string')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the data to store together with a payload. Returns undefined for most jobs, which have no such data. */
export function toStoredMeta({ changes, meta }: NewJob): StoredMeta | undefined {
  if (!changes && !meta) return undefined
  const nonEmptyMeta = meta && Object.keys(meta).length > 0 ? meta : undefined
  return changes || nonEmptyMeta
    ? { ...(changes && { changes }), ...(nonEmptyMeta && { meta: nonEmptyMeta }) }
    : undefined
}
