import { table, type ConsoleCommand } from 'fw/console'
import { Queue } from '../queue.ts'

/** `fw queue:failed` */
export const queueFailedCommand: ConsoleCommand = {
  name: 'queue:failed',
  description: 'List the jobs that failed for good: id, class and message.',
  owner: '@fw/queue',
  parameters: [],
  async run(_values, container) {
    const failed = await container.get(Queue).failed()
    const rows = failed.map(({ id, job, message }) => [id, job, message.replaceAll(/\s+/g, ' ')])
    process.stdout.write(table(rows))
    if (rows.length === 0) process.stderr.write('No job has failed.\n')
  },
}
