import type { Class } from 'fw'

/**
 * Work to be done by a worker. The parameters of its constructor are what is stored, so each has to be a property
 * too: `constructor(readonly id: int)`. The parameters of `handle` come from the container.
 */
export interface Job {
  handle(...services: never[]): unknown
}

export type JobClass = Class<Job>
