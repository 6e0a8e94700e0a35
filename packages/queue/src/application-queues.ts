import type { Container } from '@fw/core'
import { JobRegistry } from './job-registry.ts'
import { defaultQueue } from './job-settings.ts'
import type { Queue } from './queue.ts'

/**
 * Returns the registries in which a worker looks up job classes: the application's registry, and the one with the jobs
 * that this process has pushed.
 */
export function registriesOf(container: Container, queue: Queue): readonly JobRegistry[] {
  return container.has(JobRegistry) ? [container.get(JobRegistry), queue.jobs] : [queue.jobs]
}

/**
 * Returns `default`, followed by the other queues of all registered job classes. A queue that only
 * a push names is not included.
 */
export function applicationQueues(container: Container, queue: Queue): string[] {
  const others = queuesWithJobs(container, queue).filter((name) => name !== defaultQueue)
  return [defaultQueue, ...others]
}

/** Returns the queues of all registered job classes. */
export function queuesWithJobs(container: Container, queue: Queue): string[] {
  const types = registriesOf(container, queue).flatMap((registry) => registry.types)
  return [...new Set(types.map(({ settings }) => settings.queue ?? defaultQueue))].toSorted()
}
