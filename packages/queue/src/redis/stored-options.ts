import type { JobsOptions } from 'bullmq'
import type { StoredMeta } from '../stored-meta.ts'

/** The BullMQ options of a job, with the metadata of fw. */
export interface StoredOptions extends JobsOptions {
  readonly meta?: StoredMeta
}

/** An additional field in the Redis hash of a job. */
export const cancelledField = 'fw:cancelled'
