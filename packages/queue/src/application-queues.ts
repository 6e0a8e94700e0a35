import type { Container } from 'fw'
import { JobRegistry } from './job-registry.ts'
import { defaultQueue } from './job-settings.ts'
import type { Queue } from './queue.ts'

/** The registries that a worker finds the classes of jobs in: those of the application, and those pushed by this process. */
export function registriesOf(container: Container, queue: Queue): readonly JobRegistry[] {
  return container.has(JobRegistry) ? [container.get(JobRegistry), queue.jobs] : [queue.jobs]
}

/** The queues that known jobs wait in unless a push names another one, `default` first. */
export function applicationQueues(container: Container, queue: Queue): string[] {
  const types = registriesOf(container, queue).flatMap((registry) => registry.types)
  const named = types.flatMap(({ settings }) => settings.queue ?? [])
  return [defaultQueue, ...new Set(named.filter((name) => name !== defaultQueue).toSorted())]
}
