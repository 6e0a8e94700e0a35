import type { JobsOptions } from 'bullmq'
import type { StoredMeta } from '../stored-meta.ts'

/** The options of a job in Redis: BullMQ's, and what it carries along. */
export interface StoredOptions extends JobsOptions {
  readonly meta?: StoredMeta
}

/** A field in the hash of a job, beside those of BullMQ. */
export const cancelledField = 'fw:cancelled'
