import { table, type ConsoleCommand } from 'fw/console'
import { Queue } from '../queue.ts'

/** `fw queue:stats` */
export const queueStatsCommand: ConsoleCommand = {
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
