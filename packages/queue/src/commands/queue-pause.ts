import { builtInArgument, WrongUsage, type ConsoleCommand } from '@fw/core/console'
import { isQueueName } from '../job-settings.ts'
import { Queue } from '../queue.ts'

const parameters = [builtInArgument('queue', { kind: 'string' }, 'The name of the queue.')]

/** The command `fw queue:pause <queue>`. */
export const queuePauseCommand: ConsoleCommand = {
  name: 'queue:pause',
  description: 'Stop workers from taking jobs of a queue until it is resumed.',
  owner: '@fw/queue',
  parameters,
  async run([queue], container) {
    await container.get(Queue).pause(checkQueueName(queue))
    process.stdout.write(`Paused: ${queue}.\n`)
  },
}

/** The command `fw queue:resume <queue>`. */
export const queueResumeCommand: ConsoleCommand = {
  name: 'queue:resume',
  description: 'Let workers take the jobs of a paused queue again.',
  owner: '@fw/queue',
  parameters,
  async run([queue], container) {
    await container.get(Queue).resume(checkQueueName(queue))
    process.stdout.write(`Resumed: ${queue}.\n`)
  },
}

function checkQueueName(queue: unknown): string {
  if (isQueueName(queue)) return queue
  throw new WrongUsage(['queue: must be a name of up to 100 letters, digits, ".", "-" and "_".'])
}
