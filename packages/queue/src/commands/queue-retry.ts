import { builtInArgument, type ConsoleCommand } from 'fw/console'
import { Queue } from '../queue.ts'

/** `fw queue:retry <id>|all` */
export const queueRetryCommand: ConsoleCommand = {
  name: 'queue:retry',
  description: 'Give a failed job, or all of them, another round of attempts.',
  owner: '@fw/queue',
  parameters: [builtInArgument('id', { kind: 'string' }, 'As queue:failed lists it, or all.')],
  async run([id], container) {
    const count = await container.get(Queue).retry(id as string)
    if (count === 0 && id !== 'all') {
      process.stderr.write(`There is no failed job ${id}. queue:failed lists those there are.\n`)
      return 1
    }
    process.stdout.write(`Jobs to be tried again: ${count}.\n`)
    return 0
  },
}
