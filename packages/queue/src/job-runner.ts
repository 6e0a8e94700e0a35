import {
  Hydrator,
  Logger,
  logThrown,
  messageOf,
  toError,
  ValidationFailed,
  type Container,
  type MethodPlan,
} from 'fw'
import { currentContext, inContext, keepValues, queueJobs, type QueueJobMessage } from 'fw/channels'
import {
  GiveUp,
  JobCancelled,
  JobLeaseLost,
  JobTimedOut,
  MalformedJob,
  UnknownJob,
  WorkerDied,
} from './errors.ts'
import { HeldJob } from './held-job.ts'
import { JobInfo, type Job } from './job.ts'
import type { JobRegistry } from './job-registry.ts'
import { checkSettings, type CheckedSettings, type JobChanges } from './job-settings.ts'
import type { JobType } from './job-type.ts'
import type { Outcome, TakenJob } from './queue.ts'

/** In UTF-16 units. Stores do not take messages of any length, and nobody would read them. */
const longestMessage = 10_000

/** In milliseconds. */
const firstDelay = 1000
const longestDelay = 15 * 60 * 1000

/** How long a job that is unknown here waits for another worker, in milliseconds, and how often: 10 minutes in all. */
const unknownDelay = 30_000
const unknownRounds = 20

/** How the methods of a class of jobs are called. */
interface JobPlan {
  readonly handle: MethodPlan
  readonly failed: MethodPlan | undefined
}

/** Throws where a job needs what the container cannot supply. */
export function planJob(container: Container, { class: type, handle, failed }: JobType): JobPlan {
  const ofAttempt = [JobInfo, AbortSignal]
  return {
    handle: container.planMethod(type, handle, ofAttempt),
    failed: failed && container.planMethod(type, failed, ofAttempt),
  }
}

/** Turns a stored job back into an object, gives `handle` its services, and judges how it went. */
export class JobRunner {
  readonly #container: Container
  readonly #hydrator: Hydrator
  readonly #registries: readonly JobRegistry[]
  readonly #plans = new Map<JobType, JobPlan>()
  /** The names that were reported. */
  readonly #unknown = new Set<string>()

  /** Throws where a known job needs what the container cannot supply. */
  constructor(container: Container, registries: readonly JobRegistry[]) {
    this.#container = container
    this.#hydrator = new Hydrator(container)
    this.#registries = registries
    for (const { types } of this.#registries) for (const type of types) this.#planOf(type)
  }

  /** Runs a job, and tells `fw.queue.job`. `held` says when the attempt should end. Never rejects. */
  run(taken: TakenJob, held = new HeldJob()): Promise<Outcome> {
    if (!queueJobs.hasSubscribers) return this.#enter(taken, held)
    const { queue, job, id, attempt, meta = {} } = taken
    const message: QueueJobMessage = { queue, job, id, attempt, meta }
    return queueJobs.run(keepValues(message, taken.payload), async () => {
      const outcome = await this.#enter(taken, held)
      message.outcome = outcome.kind
      if ('error' in outcome) queueJobs.fail(message, outcome.error)
      return outcome
    })
  }

  /** With ids on, or a provider of spans, whatever the job says of itself names it and the request that has pushed it. */
  #enter(taken: TakenJob, held: HeldJob): Promise<Outcome> {
    const { id: job, meta: { requestId, traceId } = {} } = taken
    if (requestId === undefined && !currentContext()) return this.#run(taken, held)
    const context = { job, ...(requestId && { requestId }), ...(traceId && { traceId }) }
    return inContext(context, () => this.#run(taken, held))
  }

  async #run(taken: TakenJob, held: HeldJob): Promise<Outcome> {
    if (taken.isCancelled) return { kind: 'cancelled' }
    const type = this.#find(taken.job)
    if (!type) return this.#giveBack(taken)
    let settings = type.settings
    let job: Job | undefined
    try {
      if (taken.problem !== undefined) throw new MalformedJob(taken.problem)
      job = read(type, taken.payload)
      settings = settingsOf(taken, type)
      if (taken.attempt > taken.maxAttempts) throw new WorkerDied(taken.maxAttempts)
      if (type.isChecked) job = await check(type, taken.payload, this.#hydrator)
      await this.#handle(type, job, taken, held, settings.timeout)
      return { kind: 'done' }
    } catch (cause) {
      const outcome = judge(taken, errorOf(cause, held), settings.backoff)
      this.#report(taken, outcome)
      if (outcome.kind === 'failed' && job) await this.#tell(type, job, taken, held, outcome.error)
      return outcome
    }
  }

  async #handle(
    type: JobType,
    job: Job,
    taken: TakenJob,
    held: HeldJob,
    timeout: CheckedSettings['timeout'],
  ): Promise<void> {
    const end = timeout && (() => held.abort(new JobTimedOut(timeout.text)))
    const timer = end && setTimeout(end, timeout.milliseconds)
    try {
      await this.#planOf(type).handle.invoke(
        (services) => job.handle(...(services as never[])),
        () => [infoOf(taken), held.signal],
      )
    } finally {
      clearTimeout(timer)
    }
    // Whether the job is done, or has ended early because it was told to, nobody knows.
    if (held.reason instanceof JobTimedOut) throw held.reason
  }

  /** Calls `failed` of the job. What that throws changes nothing. */
  async #tell(
    type: JobType,
    job: Job,
    taken: TakenJob,
    held: HeldJob,
    error: Error,
  ): Promise<void> {
    try {
      await this.#planOf(type).failed?.invoke(
        (services) => job.failed?.(error as never, ...(services as never[])),
        () => [infoOf(taken), held.signal],
      )
    } catch (thrown) {
      this.#log('error', 'The method failed of a job has failed.', taken, toError(thrown))
    }
  }

  /** In a rolling deploy other workers know more. */
  #giveBack(taken: TakenJob): Outcome {
    const error = new UnknownJob(taken.job)
    if (taken.returns >= unknownRounds) {
      const outcome: Outcome = { kind: 'failed', error, message: storable(error.message) }
      this.#report(taken, outcome)
      return outcome
    }
    if (!this.#unknown.has(taken.job)) {
      this.#unknown.add(taken.job)
      this.#log('warn', 'A job is unknown here and goes back for other workers.', taken, error)
    }
    return { kind: 'unknown', delay: unknownDelay }
  }

  #find(name: string): JobType | undefined {
    for (const registry of this.#registries) {
      const found = registry.find(name)
      if (found) return found
    }
    return undefined
  }

  #planOf(type: JobType): JobPlan {
    let plan = this.#plans.get(type)
    if (!plan) {
      this.#hydrator.prepare(type.class)
      plan = planJob(this.#container, type)
      this.#plans.set(type, plan)
    }
    return plan
  }

  #report(taken: TakenJob, outcome: Outcome): void {
    if (outcome.kind === 'failed')
      this.#log('error', 'A job has failed and is kept.', taken, outcome.error)
    if (outcome.kind === 'retry')
      this.#log('warn', 'A job has failed and will be tried again.', taken, outcome.error)
  }

  #log(
    level: 'warn' | 'error',
    message: string,
    { id, job, queue, attempt }: TakenJob,
    error: Error,
  ): void {
    const logger = () => this.#container.get(Logger)
    logThrown(logger, level, message, { error, id, job, queue, attempt })
  }
}

function read(type: JobType, payload: string): Job {
  try {
    return type.read(payload)
  } catch (error) {
    throw malformed(error)
  }
}

/** The job of a payload that `read` has taken, once its own checks have passed. */
async function check(type: JobType, payload: string, hydrator: Hydrator): Promise<Job> {
  try {
    return await hydrator.hydrateAsync(type.class, JSON.parse(payload))
  } catch (error) {
    throw malformed(error)
  }
}

function malformed(error: unknown): unknown {
  return error instanceof ValidationFailed
    ? new MalformedJob(error.message, { cause: error })
    : error
}

/** Those of the push, where it said something, else those of the class. */
function settingsOf({ changes }: TakenJob, type: JobType): CheckedSettings {
  if (!changes) return type.settings
  const refuse = (setting: string, expected: string) =>
    new MalformedJob(`The stored ${setting} must be ${expected}.`)
  const { backoff, timeout } = checkSettings(changes as JobChanges, type.fields, refuse)
  return {
    ...type.settings,
    backoff: backoff ?? type.settings.backoff,
    timeout: timeout ?? type.settings.timeout,
  }
}

function infoOf({ id, attempt, maxAttempts, queue, pushedAt }: TakenJob): JobInfo {
  return new JobInfo(id, attempt, maxAttempts, queue, pushedAt)
}

/** A job that was told to end may throw anything; only a timeout leaves it a say. */
function errorOf(cause: unknown, { reason }: HeldJob): Error {
  const hasSay = reason === undefined || (reason instanceof JobTimedOut && cause instanceof GiveUp)
  return hasSay ? toError(cause) : reason
}

function judge(
  { attempt, maxAttempts }: TakenJob,
  error: Error,
  backoff: readonly number[] | undefined,
): Outcome {
  if (error instanceof JobCancelled) return { kind: 'cancelled' }
  const failure = { error, message: storable(messageOf(error)) }
  const isHopeless = error instanceof MalformedJob || error instanceof GiveUp
  // Who has lost the lease does not say that the job has failed for good: another worker may be running it.
  const isFinal = attempt >= maxAttempts && !(error instanceof JobLeaseLost)
  return isHopeless || isFinal
    ? { kind: 'failed', ...failure }
    : { kind: 'retry', ...failure, delay: retryDelay(attempt, backoff) }
}

/** A message as every store takes it: without NUL and halves of characters, and not longer than a page. */
function storable(message: string): string {
  const text = message.replaceAll('\0', '\ufffd').toWellFormed()
  return text.length > longestMessage ? `${text.slice(0, longestMessage).toWellFormed()}…` : text
}

/** How long a job waits after its failed attempt of that number: as it says, or 1 s, doubling up to 15 min. */
function retryDelay(attempt: number, backoff: readonly number[] | undefined): number {
  const usual = Math.min(firstDelay * 2 ** (attempt - 1), longestDelay)
  return backoff?.[Math.min(attempt, backoff.length) - 1] ?? usual
}
