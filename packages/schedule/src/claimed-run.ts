import { setTimeout as sleep } from 'node:timers/promises'
import { scheduleRuns, type ScheduleRunMessage } from '@fw/core/channels'
import { logThrown, messageOf, toError, type Logger } from '@fw/core'
import { storable } from '@fw/core/internals'
import type { StoreClient } from './claims/store-client.ts'
import {
  findRunning,
  withEnded,
  type ActiveRun,
  type EndedRun,
  type ScheduleRecord,
} from './claims/schedule-record.ts'
import { LeaseLost, RunTimedOut } from './errors.ts'
import type { SchedulePlan } from './schedule-plan.ts'
import { ScheduledRun } from './scheduled-run.ts'

/** The delay before the next attempt if the store cannot be reached, in milliseconds. */
export const retryDelay = 1000

/** The maximum length of an error message, in UTF-16 code units. */
const maxMessageLength = 500

export interface RunContext {
  readonly plan: SchedulePlan
  readonly storeClient: StoreClient
  /** The duration of a lease in milliseconds. */
  readonly lease: number
  readonly logger: Logger
  /** The signal that is aborted when the scheduler has to stop. */
  readonly stop: AbortSignal
}

export type Outcome = EndedRun['outcome']

interface RunResult {
  readonly outcome: Outcome
  readonly thrown: Error | undefined
}

/** A run that this process has claimed, until its outcome is stored. */
export class ClaimedRun {
  readonly #run: ActiveRun
  readonly #context: RunContext
  readonly #controller = new AbortController()
  #expiry: NodeJS.Timeout | undefined

  constructor(run: ActiveRun, context: RunContext) {
    this.#run = run
    this.#context = context
  }

  /**
   * Runs the tick and stores the outcome. Never rejects. `previous` is the latest tick whose run had been successful
   * when the tick was claimed.
   */
  async execute(previous: number | undefined): Promise<Outcome> {
    const { plan, lease, stop } = this.#context
    const { timeout } = plan
    const abortRun = () => this.#controller.abort(stop.reason)
    const renewal = setInterval(() => void this.#renew(), lease / 3)
    const limit =
      timeout && setTimeout(() => this.#abort(new RunTimedOut(timeout.text)), timeout.milliseconds)
    stop.addEventListener('abort', abortRun)
    this.#expireAt(this.#run.leaseUntil)
    try {
      const { outcome, thrown } = await this.#publish(previous)
      return await this.#finish(outcome, thrown)
    } finally {
      clearInterval(renewal)
      clearTimeout(limit)
      clearTimeout(this.#expiry)
      stop.removeEventListener('abort', abortRun)
    }
  }

  /** Runs the tick, and publishes the run to `fw.schedule.run`. */
  #publish(previous: number | undefined): Promise<RunResult> {
    if (!scheduleRuns.hasSubscribers) return this.#runForResult(previous)
    const { tick, attempt } = this.#run
    const { name } = this.#context.plan
    const message: ScheduleRunMessage = { name, tick, attempt }
    return scheduleRuns.run(message, async () => {
      const ended = await this.#runForResult(previous)
      message.outcome = ended.outcome
      if (ended.thrown) scheduleRuns.fail(message, ended.thrown)
      return ended
    })
  }

  async #runForResult(previous: number | undefined): Promise<RunResult> {
    const thrown = await this.#callPlan(previous)
    return { outcome: this.#outcomeOf(thrown), thrown }
  }

  /** Calls the scheduled method or job. Returns the error, or undefined. */
  async #callPlan(previous: number | undefined): Promise<Error | undefined> {
    const { tick, attempt } = this.#run
    const { plan, stop } = this.#context
    const { signal } = this.#controller
    if (stop.aborted) return new Error('The scheduler was stopped before the run began.')
    try {
      const before = previous === undefined ? undefined : new Date(previous)
      await plan.run(new ScheduledRun(plan.name, new Date(tick), attempt, before), signal)
      return signal.reason instanceof RunTimedOut ? signal.reason : undefined
    } catch (thrown) {
      return signal.reason instanceof RunTimedOut ? signal.reason : toError(thrown)
    }
  }

  #outcomeOf(thrown: Error | undefined): Outcome {
    if (!thrown) return 'done'
    return this.#context.stop.aborted && !(thrown instanceof RunTimedOut) ? 'interrupted' : 'failed'
  }

  async #finish(outcome: Outcome, thrown: Error | undefined): Promise<Outcome> {
    if (outcome === 'failed') this.#log('error', 'A scheduled run has failed.', thrown)
    for (;;) {
      try {
        if (!(await this.#store(outcome, thrown)))
          this.#log(
            'warn',
            'A scheduled run ended after another scheduler had taken over its tick.',
            new LeaseLost(),
          )
        return outcome
      } catch (error) {
        this.#log('warn', 'Storing the outcome of a scheduled run failed.', error)
        if (this.#controller.signal.reason instanceof LeaseLost && this.#context.stop.aborted)
          return outcome
        await sleep(retryDelay)
      }
    }
  }

  async #store(outcome: Outcome, thrown: Error | undefined): Promise<boolean> {
    const message = thrown && storable(messageOf(thrown), maxMessageLength)
    const updated = await this.#change((record, stored, now) =>
      outcome === 'interrupted'
        ? withLease(record, stored, 0)
        : withEnded(record, stored, {
            outcome,
            endedAt: now,
            ...(message !== undefined && { message }),
          }),
    )
    return updated !== undefined
  }

  async #renew(): Promise<void> {
    const { lease } = this.#context
    try {
      const renewed = await this.#change((record, stored, now) =>
        withLease(record, stored, now + lease),
      )
      if (!renewed) this.#abort(new LeaseLost())
      else this.#expireAt(renewed.now + lease)
    } catch (error) {
      this.#log('warn', 'Renewing the lease of a scheduled run failed. Retrying.', error)
    }
  }

  #expireAt(time: number): void {
    clearTimeout(this.#expiry)
    const remaining = time - this.#context.storeClient.now()
    this.#expiry = setTimeout(() => this.#abort(new LeaseLost()), remaining)
  }

  #change(
    decide: (record: ScheduleRecord, stored: ActiveRun, now: number) => ScheduleRecord,
  ): Promise<{ record: ScheduleRecord; now: number } | undefined> {
    const { storeClient, plan } = this.#context
    return storeClient.change(plan.name, (record, now) => {
      const stored = findRunning(record, this.#run)
      return record && stored && { record: decide(record, stored, now), now }
    })
  }

  #abort(reason: Error): void {
    this.#controller.abort(reason)
  }

  #log(level: 'warn' | 'error', message: string, error: unknown): void {
    const { plan, logger } = this.#context
    const { tick, attempt } = this.#run
    const fields = { error, schedule: plan.name, tick: new Date(tick).toISOString(), attempt }
    logThrown(() => logger, level, message, fields)
  }
}

function withLease(record: ScheduleRecord, stored: ActiveRun, leaseUntil: number): ScheduleRecord {
  const running = record.running.map((run) => (run === stored ? { ...run, leaseUntil } : run))
  return { ...record, running }
}
