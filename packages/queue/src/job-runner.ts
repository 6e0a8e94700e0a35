import {
  Hydrator,
  Logger,
  logThrown,
  messageOf,
  toError,
  ValidationFailed,
  type Container,
  type MethodPlan,
} from '@fw/core'
import {
  currentContext,
  inContext,
  keepValues,
  queueJobs,
  type QueueJobMessage,
} from '@fw/core/channels'
import { storable } from '@fw/core/internals'
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

/** The maximum length of an error message in UTF-16 code units. Stores limit the length. */
const maxMessageLength = 10_000

/** The default delay after the first failed attempt, in milliseconds. */
const firstDelay = 1000
const maxDelay = 15 * 60 * 1000

/**
 * The delay before another worker may take a job of an unknown class, in milliseconds, and the maximum number of
 * delays. Together they are 10 minutes.
 */
const unknownDelay = 30_000
const maxUnknownReturns = 20

/** The plans for calling the methods of a job class. */
interface JobPlan {
  readonly handle: MethodPlan
  readonly failed: MethodPlan | undefined
}

/** Plans the methods of a job. Throws if the container cannot inject a parameter. */
export function planJob(container: Container, { class: type, handle, failed }: JobType): JobPlan {
  const attemptTypes = [JobInfo, AbortSignal]
  return {
    handle: container.planMethod(type, handle, attemptTypes),
    failed: failed && container.planMethod(type, failed, attemptTypes),
  }
}

/** Runs a job: creates it from its stored data, calls `handle` with its services, and returns the outcome. */
export class JobRunner {
  readonly #container: Container
  readonly #hydrator: Hydrator
  readonly #registries: readonly JobRegistry[]
  readonly #plans = new Map<JobType, JobPlan>()
  /** The names of unknown classes that have been logged. */
  readonly #loggedUnknown = new Set<string>()

  /** Throws if a registered job needs a service that the container cannot create. */
  constructor(container: Container, registries: readonly JobRegistry[]) {
    this.#container = container
    this.#hydrator = new Hydrator(container)
    this.#registries = registries
    for (const { types } of this.#registries) for (const type of types) this.#planOf(type)
  }

  /** Runs a job, and publishes it to `fw.queue.job`. `held` can abort the attempt. Never rejects. */
  run(taken: TakenJob, held = new HeldJob()): Promise<Outcome> {
    if (!queueJobs.hasSubscribers) return this.#runInContext(taken, held)
    const { queue, job, id, attempt, meta = {} } = taken
    const message: QueueJobMessage = { queue, job, id, attempt, meta }
    return queueJobs.run(keepValues(message, taken.payload), async () => {
      const outcome = await this.#runInContext(taken, held)
      message.outcome = outcome.kind
      if ('delay' in outcome) message.retryIn = outcome.delay
      if ('error' in outcome) queueJobs.fail(message, outcome.error)
      return outcome
    })
  }

  /**
   * Runs a job with its id, and the ids of the request that pushed it, in the log context. Skips the log context if
   * requests have no ids and there is no current context.
   */
  #runInContext(taken: TakenJob, held: HeldJob): Promise<Outcome> {
    const { id: job, meta: { requestId, traceId } = {} } = taken
    if (requestId === undefined && !currentContext()) return this.#run(taken, held)
    const context = { job, ...(requestId && { requestId }), ...(traceId && { traceId }) }
    return inContext(context, () => this.#run(taken, held))
  }

  async #run(taken: TakenJob, held: HeldJob): Promise<Outcome> {
    if (taken.isCancelled) return { kind: 'cancelled' }
    const type = this.#find(taken.job)
    if (!type) return this.#releaseUnknown(taken)
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
      const outcome = decideOutcome(taken, errorOf(cause, held), settings.backoff)
      this.#report(taken, outcome)
      if (outcome.kind === 'failed' && job)
        await this.#callFailed(type, job, taken, held, outcome.error)
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
    const abortOnTimeout = timeout && (() => held.abort(new JobTimedOut(timeout.text)))
    const timer = abortOnTimeout && setTimeout(abortOnTimeout, timeout.milliseconds)
    try {
      await this.#planOf(type).handle.invoke(
        (services) => job.handle(...(services as never[])),
        () => [infoOf(taken), held.signal],
      )
    } finally {
      clearTimeout(timer)
    }
    // The job may have returned early because of the signal, so the attempt counts as failed.
    if (held.reason instanceof JobTimedOut) throw held.reason
  }

  /** Calls the `failed` method of a job. If it throws, the error is only logged. */
  async #callFailed(
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
      this.#log('error', 'The method "failed" of a job threw an error.', taken, toError(thrown))
    }
  }

  /**
   * Releases a job whose class is unknown: during a rolling deployment, other workers may have the class. If the job
   * has been released too often, it fails.
   */
  #releaseUnknown(taken: TakenJob): Outcome {
    const error = new UnknownJob(taken.job)
    if (taken.returns >= maxUnknownReturns) {
      const outcome: Outcome = {
        kind: 'failed',
        error,
        message: storable(error.message, maxMessageLength),
      }
      this.#report(taken, outcome)
      return outcome
    }
    if (!this.#loggedUnknown.has(taken.job)) {
      this.#loggedUnknown.add(taken.job)
      this.#log(
        'warn',
        'This worker does not have the class of a job, so it released the job for other workers.',
        taken,
        error,
      )
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
      this.#log(
        'error',
        'A job failed permanently. It is kept in the list of failed jobs.',
        taken,
        outcome.error,
      )
    if (outcome.kind === 'retry')
      this.#log('warn', 'A job failed and will be retried.', taken, outcome.error)
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

/** Creates a job from its payload again, and runs its `@Check` methods, which `read` does not. */
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

/**
 * Returns the settings for an attempt: `backoff` and `timeout` of the push, if they are set, and the other settings of
 * the class.
 */
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

/**
 * Returns the error of an attempt. After an abort, it is the abort reason, unless the job threw `GiveUp` after a
 * timeout.
 */
function errorOf(cause: unknown, { reason }: HeldJob): Error {
  const usesCause =
    reason === undefined || (reason instanceof JobTimedOut && cause instanceof GiveUp)
  return usesCause ? toError(cause) : reason
}

function decideOutcome(
  { attempt, maxAttempts }: TakenJob,
  error: Error,
  backoff: readonly number[] | undefined,
): Outcome {
  if (error instanceof JobCancelled) return { kind: 'cancelled' }
  const failure = { error, message: storable(messageOf(error), maxMessageLength) }
  const isUnrecoverable = error instanceof MalformedJob || error instanceof GiveUp
  // If the lease is lost, the job has not failed permanently, because another worker may be running it.
  const isFinal = attempt >= maxAttempts && !(error instanceof JobLeaseLost)
  return isUnrecoverable || isFinal
    ? { kind: 'failed', ...failure }
    : { kind: 'retry', ...failure, delay: retryDelay(attempt, backoff) }
}

/**
 * Returns the delay after a failed attempt, in milliseconds. Without `backoff`, it is 1 s, doubled after each attempt,
 * up to 15 min.
 */
function retryDelay(attempt: number, backoff: readonly number[] | undefined): number {
  const defaultDelay = Math.min(firstDelay * 2 ** (attempt - 1), maxDelay)
  return backoff?.[Math.min(attempt, backoff.length) - 1] ?? defaultDelay
}
