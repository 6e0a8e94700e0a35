import { builtInArgument, table, type ConsoleCommand } from 'fw/console'
import { Queue } from '../queue.ts'
import { queueWorkCommand } from './queue-work.ts'

/** `fw queue:failed` */
const queueFailedCommand: ConsoleCommand = {
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

/** `fw queue:retry <id>|all` */
const queueRetryCommand: ConsoleCommand = {
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

/** `fw queue:stats` */
const queueStatsCommand: ConsoleCommand = {
  name: 'queue:stats',
  description: 'Count the jobs of each queue.',
  owner: '@fw/queue',
  parameters: [],
  async run(_values, container) {
    const rows = (await container.get(Queue).stats()).map((stats) => [
      stats.queue,
      ...[stats.waiting, stats.delayed, stats.active, stats.failed].map(String),
    ])
    const head = ['queue', 'waiting', 'delayed', 'active', 'failed']
    process.stdout.write(rows.length > 0 ? table([head, ...rows]) : 'There are no jobs.\n')
  },
}

export const queueCommands: readonly ConsoleCommand[] = [
  queueWorkCommand,
  queueStatsCommand,
  queueFailedCommand,
  queueRetryCommand,
]
