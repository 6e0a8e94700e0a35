import { Logger, logThrown, toError, ValidationFailed, type Container, type MethodPlan } from 'fw'
import { queueJobs, type QueueJobMessage } from 'fw/channels'
import { MalformedJob, WorkerDied } from './errors.ts'
import type { Job } from './job.ts'
import { JobRegistry } from './job-registry.ts'
import type { JobType } from './job-type.ts'
import type { Outcome, TakenJob } from './queue.ts'

/** In UTF-16 units. Stores do not take messages of any length, and nobody would read them. */
const longestMessage = 10_000

/** In milliseconds. */
const firstDelay = 1000
const longestDelay = 15 * 60 * 1000

/** Turns a stored job back into an object, gives `handle` its services, and judges how it went. */
export class JobRunner {
  readonly #container: Container
  readonly #registries: readonly JobRegistry[]
  readonly #plans = new Map<JobType, MethodPlan>()

  /** Throws where a known job needs what the container cannot supply. */
  constructor(container: Container, pushed: JobRegistry) {
    this.#container = container
    this.#registries = container.has(JobRegistry) ? [container.get(JobRegistry), pushed] : [pushed]
    for (const { types } of this.#registries) for (const type of types) this.#planOf(type)
  }

  /** Runs a job, and tells `fw.queue.job`. Never rejects. */
  run(taken: TakenJob): Promise<Outcome> {
    if (!queueJobs.hasSubscribers) return this.#run(taken)
    const { queue, job, id, attempt, meta = {} } = taken
    const message: QueueJobMessage = { queue, job, id, attempt, meta }
    return queueJobs.run(message, async () => {
      const outcome = await this.#run(taken)
      message.outcome = outcome.kind
      if (outcome.kind !== 'done') queueJobs.fail(message, outcome.error)
      return outcome
    })
  }

  async #run(taken: TakenJob): Promise<Outcome> {
    try {
      if (taken.attempt > taken.maxAttempts) throw new WorkerDied(taken.maxAttempts)
      const { type, job } = this.#read(taken)
      await this.#planOf(type).invoke((services) => job.handle(...(services as never[])))
      return { kind: 'done' }
    } catch (cause) {
      const outcome = judge(taken, toError(cause))
      this.#report(taken, outcome)
      return outcome
    }
  }

  #read({ job: name, payload }: TakenJob): { type: JobType; job: Job } {
    const type = this.#find(name)
    if (!type) throw new MalformedJob(`There is no class ${name} that implements Job.`)
    try {
      return { type, job: type.read(payload) }
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error
      throw new MalformedJob(error.message, { cause: error })
    }
  }

  #find(name: string): JobType | undefined {
    for (const registry of this.#registries) {
      const found = registry.find(name)
      if (found) return found
    }
    return undefined
  }

  #planOf(type: JobType): MethodPlan {
    let plan = this.#plans.get(type)
    if (!plan) {
      plan = this.#container.planMethod(type.class, type.handle)
      this.#plans.set(type, plan)
    }
    return plan
  }

  #report({ id, job, queue, attempt }: TakenJob, outcome: Outcome): void {
    if (outcome.kind === 'done') return
    const logger = () => this.#container.get(Logger)
    const facts = { error: outcome.error, id, job, queue, attempt }
    if (outcome.kind === 'failed')
      logThrown(logger, 'error', 'A job has failed and is kept.', facts)
    else logThrown(logger, 'warn', 'A job has failed and will be tried again.', facts)
  }
}

function judge({ attempt, maxAttempts }: TakenJob, error: Error): Outcome {
  const isFinal = error instanceof MalformedJob || attempt >= maxAttempts
  const failure = { error, message: storable(error.message) }
  return isFinal
    ? { kind: 'failed', ...failure }
    : { kind: 'retry', ...failure, delay: retryDelay(attempt) }
}

/** A message as every store takes it: without NUL and halves of characters, and not longer than a page. */
function storable(message: string): string {
  const text = message.replaceAll('\0', '\ufffd').toWellFormed()
  return text.length > longestMessage ? `${text.slice(0, longestMessage).toWellFormed()}…` : text
}

/** How long a job waits after its failed attempt of that number: 1 s, doubling up to 15 min. */
function retryDelay(attempt: number): number {
  return Math.min(firstDelay * 2 ** (attempt - 1), longestDelay)
}
