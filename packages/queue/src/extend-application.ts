import type { ApplicationParts } from 'fw'
import { JobRegistry } from './job-registry.ts'
import { queueFactory } from './queue-factory.ts'
import { Queue } from './queue.ts'

/** What `createApp` calls before the container boots: binds `Queue` and registers the jobs. */
export async function extendApplication(parts: ApplicationParts): Promise<void> {
  const { container, config, classes } = parts
  const jobs = new JobRegistry()
  for (const type of classes) jobs.register(type)
  container.instance(JobRegistry, jobs)
  if (!container.has(Queue)) container.bind(Queue, await queueFactory(config))
  if (jobs.types.length === 0) return
  // What cannot work is said at boot; an application without jobs can do without a queue.
  for (const type of jobs.types) container.planMethod(type.class, type.handle)
  container.get(Queue)
}
