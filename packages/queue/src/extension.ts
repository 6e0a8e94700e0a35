import { JobOptionsAttribute, type Extension } from '@fw/core'
import { JobRegistry } from './job-registry.ts'
import { planJob } from './job-runner.ts'
import { queueFactory } from './queue-factory.ts'
import { Queue } from './queue.ts'

/** Binds `Queue` unless the application binds it itself, registers the jobs, and adds the commands `queue:…`. */
export const extension: Extension = {
  attributes: [JobOptionsAttribute],

  async extend({ container, config, classes }) {
    const jobs = new JobRegistry()
    for (const type of classes) jobs.register(type)
    container.instance(JobRegistry, jobs)
    if (!container.has(Queue)) container.bind(Queue, await queueFactory(config))
    if (jobs.types.length === 0) return
    // Creates the queue, so that errors are reported at boot. Applications without jobs do not need a queue.
    for (const type of jobs.types) planJob(container, type)
    container.get(Queue)
  },

  check({ container }) {
    const jobs = new JobRegistry()
    return (type) => {
      jobs.register(type)
      const job = jobs.types.find((each) => each.class === type)
      if (job) planJob(container, job)
    }
  },

  async commands() {
    return (await import('./commands/queue-commands.ts')).queueCommands
  },
}
