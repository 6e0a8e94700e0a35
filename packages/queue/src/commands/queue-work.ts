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
      'The queues to work on, the most urgent first: high,low; with weights: high:6,low:1. Default: all queues of the jobs.',
    ),
    builtInOption(
      'concurrency',
      { kind: 'int' },
      'How many jobs may run at the same time. Default: 1.',
    ),
    { kind: 'signal' },
  ],
  isService: true,
  async run([names, concurrency = 1, signal], container) {
    const chosen = names === undefined ? undefined : splitNames(names as string[])
    checkOptions(chosen, concurrency as number)
    const queue = container.get(Queue)
    if (queue instanceof MemoryQueue) {
      process.stderr.write(memoryProblem)
      return 1
    }
    const worker = new Worker(queue, container, { ...chosen, concurrency: concurrency as number })
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
  'QUEUE_CONNECTION is memory, so this process cannot read the jobs of other processes. ' +
  'Set it to database or redis, for the web server too.\n'

interface Chosen {
  readonly queues: readonly string[]
  /** The weights of the queues; undefined if no queue has one. NaN for a queue without a weight. */
  readonly weights: readonly number[] | undefined
}

function splitNames(names: readonly string[]): Chosen {
  const pairs = names.flatMap((each) => each.split(',')).map((word) => word.split(':'))
  const weights = pairs.map(([, weight]) => (weight === undefined ? Number.NaN : Number(weight)))
  return {
    queues: pairs.map(([name = '']) => name),
    weights: pairs.some(([, weight]) => weight !== undefined) ? weights : undefined,
  }
}

function checkOptions(chosen: Chosen | undefined, concurrency: number): void {
  const problems: string[] = []
  const { queues = [], weights } = chosen ?? {}
  if (!queues.every(isQueueName)) {
    problems.push('--queue: must be names of letters, digits, ".", "-" and "_".')
  }
  if (weights && !weights.every((weight) => weight > 0 && weight <= 1000)) {
    problems.push('--queue: all must have a weight between 1 and 1000, or none: high:6,low:1.')
  }
  if (concurrency < 1) problems.push('--concurrency: must be greater than 0.')
  if (problems.length > 0) throw new WrongUsage(problems)
}
