import { Config, Health } from '@fw/core'
import { builtInOption, isForPeople, WrongUsage, type ConsoleCommand } from '@fw/core/console'
import { isQueueName } from '../job-settings.ts'
import { printJobs } from './print-jobs.ts'
import { MemoryQueue } from '../memory/memory-queue.ts'
import { Queue } from '../queue.ts'
import { Worker } from '../worker.ts'

/** The command `fw queue:work`. */
export const queueWorkCommand: ConsoleCommand = {
  name: 'queue:work',
  description: 'Run the jobs of the queue until the process is stopped.',
  owner: '@fw/queue',
  parameters: [
    builtInOption(
      'queue',
      { kind: 'array', items: { kind: 'string' } },
      'The queues to work on, the most urgent first: high,low; with weights: high:6,low:1. Default: `default` and the queues of all job classes.',
    ),
    builtInOption(
      'concurrency',
      { kind: 'int' },
      'The number of jobs that may run at the same time. Default: 1.',
    ),
    { kind: 'signal' },
  ],
  isService: true,
  async run([names, concurrency = 1, signal], container) {
    const selection = names === undefined ? undefined : parseQueues(names as string[])
    checkOptions(selection, concurrency as number)
    const queue = container.get(Queue)
    if (queue instanceof MemoryQueue) {
      process.stderr.write(memoryProblem)
      return 1
    }
    const worker = new Worker(queue, container, {
      ...selection,
      concurrency: concurrency as number,
    })
    if (isForPeople(container.get(Config), process.stdout)) {
      printJobs((line) => process.stdout.write(line))
    }
    const running = worker.run(signal as AbortSignal)
    const announcement = `Working on ${worker.queues.join(', ')}; concurrent jobs: ${concurrency}.`
    container.get(Health).begin(announcement)
    await running
    return 0
  },
}

const memoryProblem =
  'Jobs are kept in memory, so this process cannot read the jobs of other processes. ' +
  'Set QUEUE_CONNECTION to database or redis, for the web server too.\n'

interface QueueSelection {
  readonly queues: readonly string[]
  /** The weights of the queues; undefined if no queue has a weight. If only some have, NaN for the others. */
  readonly weights: readonly number[] | undefined
}

function parseQueues(names: readonly string[]): QueueSelection {
  const pairs = names.flatMap((each) => each.split(',')).map((word) => word.split(':'))
  const weights = pairs.map(([, weight]) => (weight === undefined ? Number.NaN : Number(weight)))
  return {
    queues: pairs.map(([name = '']) => name),
    weights: pairs.some(([, weight]) => weight !== undefined) ? weights : undefined,
  }
}

function checkOptions(selection: QueueSelection | undefined, concurrency: number): void {
  const problems: string[] = []
  const { queues = [], weights } = selection ?? {}
  if (!queues.every(isQueueName)) {
    problems.push('--queue: must be names of up to 100 letters, digits, ".", "-" and "_".')
  }
  if (weights && !weights.every((weight) => weight >= 1 && weight <= 1000)) {
    problems.push(
      '--queue: give a weight between 1 and 1000 to all queues, or to no queue: high:6,low:1.',
    )
  }
  if (concurrency < 1) problems.push('--concurrency: must be greater than 0.')
  if (problems.length > 0) throw new WrongUsage(problems)
}
