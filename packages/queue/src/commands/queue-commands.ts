import { builtInArgument, builtInOption, table, type ConsoleCommand } from '@fw/core/console'
import { Queue } from '../queue.ts'
import { queuePauseCommand, queueResumeCommand } from './queue-pause.ts'
import { queueWorkCommand } from './queue-work.ts'

const jsonOption = builtInOption('json', { kind: 'boolean' }, 'Print a JSON array.')

/** The command `fw queue:failed`. */
const queueFailedCommand: ConsoleCommand = {
  name: 'queue:failed',
  description: 'List the jobs that failed permanently: id, class and message.',
  owner: '@fw/queue',
  parameters: [jsonOption],
  async run([json], container) {
    const failed = await container.get(Queue).failed()
    if (json === true) return printJson(failed)
    const rows = failed.map(({ id, job, message }) => [id, job, message.replaceAll(/\s+/g, ' ')])
    process.stdout.write(table(rows))
    if (rows.length === 0) process.stderr.write('No job has failed.\n')
  },
}

/** The command `fw queue:retry <id>|all`. */
const queueRetryCommand: ConsoleCommand = {
  name: 'queue:retry',
  description: 'Retry a failed job, or all of them.',
  owner: '@fw/queue',
  parameters: [
    builtInArgument(
      'id',
      { kind: 'string' },
      'The id of a failed job, or `all` for all failed jobs.',
    ),
  ],
  async run([id], container) {
    const count = await container.get(Queue).retry(id as string)
    return printCount(count, id, `Jobs to retry: ${count}.\n`)
  },
}

/** The command `fw queue:stats`. */
const queueStatsCommand: ConsoleCommand = {
  name: 'queue:stats',
  description: 'Count the jobs of each queue.',
  owner: '@fw/queue',
  parameters: [jsonOption],
  async run([json], container) {
    const queue = container.get(Queue)
    const [all, paused] = await Promise.all([queue.stats(), queue.paused()])
    const zeroStats = { waiting: 0, delayed: 0, active: 0, failed: 0, oldestSeconds: 0 }
    const pausedWithoutJobs = paused.filter((name) => !all.some((stats) => stats.queue === name))
    const listed = [
      ...all,
      ...pausedWithoutJobs.map((name) => ({ queue: name, ...zeroStats })),
    ].map((stats) => ({
      ...stats,
      paused: paused.includes(stats.queue),
    }))
    if (json === true) return printJson(listed)
    const rows = listed.map((stats) => [
      stats.paused ? `${stats.queue} (paused)` : stats.queue,
      ...[stats.waiting, stats.delayed, stats.active, stats.failed].map(String),
    ])
    const head = ['queue', 'waiting', 'delayed', 'active', 'failed']
    process.stdout.write(rows.length > 0 ? table([head, ...rows]) : 'There are no jobs.\n')
  },
}

/** The command `fw queue:cancel <id>`. */
const queueCancelCommand: ConsoleCommand = {
  name: 'queue:cancel',
  description: 'Cancel a job: remove it if it is waiting, abort it if it is running.',
  owner: '@fw/queue',
  parameters: [
    builtInArgument('id', { kind: 'string' }, 'The id of the job, as `push` returned it.'),
  ],
  async run([id], container) {
    const wasFound = await container.get(Queue).cancel(id as string)
    if (wasFound) process.stdout.write(`Cancelled: ${id}.\n`)
    else process.stderr.write(`There is no job ${id} that is waiting or running.\n`)
    return wasFound ? 0 : 1
  },
}

/** The command `fw queue:forget <id>|all`. */
const queueForgetCommand: ConsoleCommand = {
  name: 'queue:forget',
  description: 'Delete a failed job, or all of them.',
  owner: '@fw/queue',
  parameters: [
    builtInArgument(
      'id',
      { kind: 'string' },
      'The id of a failed job, or `all` for all failed jobs.',
    ),
    builtInOption(
      'days',
      { kind: 'int' },
      'Only delete jobs that failed at least this many days ago.',
    ),
  ],
  async run([id, days = 0], container) {
    const count = await container.get(Queue).forget(id as string, days as number)
    const age = (days as number) > 0 ? ` from ${days} or more days ago` : ''
    return printCount(count, id, `Failed jobs deleted: ${count}.\n`, age)
  },
}

/** Prints `line` and returns 0. If a single job was requested and does not exist, reports that and returns 1. */
function printCount(count: number, id: unknown, line: string, age = ''): 0 | 1 {
  if (count === 0 && id !== 'all') {
    process.stderr.write(`There is no failed job ${id}${age}. Run queue:failed for a list.\n`)
    return 1
  }
  process.stdout.write(line)
  return 0
}

function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}

export const queueCommands: readonly ConsoleCommand[] = [
  queueWorkCommand,
  queueStatsCommand,
  queueFailedCommand,
  queueRetryCommand,
  queueForgetCommand,
  queueCancelCommand,
  queuePauseCommand,
  queueResumeCommand,
]
