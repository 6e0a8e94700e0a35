import type { JobsOptions } from 'bullmq'
import type { StoredMeta } from '../stored-meta.ts'

/** BullMQ's options of a job, with the meta of fw. */
export interface StoredOptions extends JobsOptions {
  readonly meta?: StoredMeta
}

/** A field in the hash of a job, next to those of BullMQ. */
export const cancelledField = 'fw:cancelled'
