import { setTimeout as sleep } from 'node:timers/promises'
import { scheduleRuns, type ScheduleRunMessage } from '@fw/core/channels'
import { logThrown, messageOf, toError, type Logger } from '@fw/core'
import { storable } from '@fw/core/internals'
import type { Ledger } from './claims/ledger.ts'
import {
  findHeld,
  withEnded,
  type ActiveRun,
  type EndedRun,
  type ScheduleRecord,
} from './claims/schedule-record.ts'
import { LeaseLost, RunTimedOut } from './errors.ts'
import type { SchedulePlan } from './schedule-plan.ts'
import { ScheduledRun } from './scheduled-run.ts'

/** The delay before the next attempt if the store cannot be reached, in milliseconds. */
export const recovery = 1000

/** The maximum length of an error message, in UTF-16 code units. */
const longestMessage = 500

export interface HoldingParts {
  readonly plan: SchedulePlan
  readonly ledger: Ledger
  /** The duration of a lease in milliseconds. */
  readonly lease: number
  readonly logger: Logger
  /** Aborted when the scheduler has to stop. */
  readonly stop: AbortSignal
}

export type Outcome = EndedRun['outcome']

interface RunResult {
  readonly outcome: Outcome
  readonly thrown: Error | undefined
}

/** A run that this process has claimed, until its outcome is stored. */
export class HeldRun {
  readonly #run: ActiveRun
  readonly #parts: HoldingParts
  readonly #controller = new AbortController()
  #expiry: NodeJS.Timeout | undefined

  constructor(run: ActiveRun, parts: HoldingParts) {
    this.#run = run
    this.#parts = parts
  }

  /**
   * Runs the tick and stores the outcome. Never rejects. `previous` is the latest earlier tick whose run was
   * successful.
   */
  async hold(previous: number | undefined): Promise<Outcome> {
    const { plan, lease, stop } = this.#parts
    const { timeout } = plan
    const end = () => this.#controller.abort(stop.reason)
    const renewal = setInterval(() => void this.#renew(), lease / 3)
    const limit =
      timeout && setTimeout(() => this.#abort(new RunTimedOut(timeout.text)), timeout.milliseconds)
    stop.addEventListener('abort', end)
    this.#expireAt(this.#run.leaseUntil)
    try {
      const { outcome, thrown } = await this.#publish(previous)
      return await this.#conclude(outcome, thrown)
    } finally {
      clearInterval(renewal)
      clearTimeout(limit)
      clearTimeout(this.#expiry)
      stop.removeEventListener('abort', end)
    }
  }

  /** Runs the tick, and publishes the run to `fw.schedule.run`. */
  #publish(previous: number | undefined): Promise<RunResult> {
    if (!scheduleRuns.hasSubscribers) return this.#runToOutcome(previous)
    const { tick, attempt } = this.#run
    const { name } = this.#parts.plan
    const message: ScheduleRunMessage = { name, tick, attempt }
    return scheduleRuns.run(message, async () => {
      const ended = await this.#runToOutcome(previous)
      message.outcome = ended.outcome
      if (ended.thrown) scheduleRuns.fail(message, ended.thrown)
      return ended
    })
  }

  async #runToOutcome(previous: number | undefined): Promise<RunResult> {
    const thrown = await this.#act(previous)
    return { outcome: this.#outcomeOf(thrown), thrown }
  }

  /** Calls the scheduled method or job. Returns the error, or undefined. */
  async #act(previous: number | undefined): Promise<Error | undefined> {
    const { tick, attempt } = this.#run
    const { plan, stop } = this.#parts
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
    return this.#parts.stop.aborted && !(thrown instanceof RunTimedOut) ? 'interrupted' : 'failed'
  }

  async #conclude(outcome: Outcome, thrown: Error | undefined): Promise<Outcome> {
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
        if (this.#controller.signal.reason instanceof LeaseLost && this.#parts.stop.aborted)
          return outcome
        await sleep(recovery)
      }
    }
  }

  async #store(outcome: Outcome, thrown: Error | undefined): Promise<boolean> {
    const message = thrown && storable(messageOf(thrown), longestMessage)
    const stored = await this.#change((record, held, now) =>
      outcome === 'interrupted'
        ? withLease(record, held, 0)
        : withEnded(record, held, {
            outcome,
            endedAt: now,
            ...(message !== undefined && { message }),
          }),
    )
    return stored !== undefined
  }

  async #renew(): Promise<void> {
    const { lease } = this.#parts
    try {
      const renewed = await this.#change((record, held, now) =>
        withLease(record, held, now + lease),
      )
      if (!renewed) this.#abort(new LeaseLost())
      else this.#expireAt(renewed.now + lease)
    } catch (error) {
      this.#log('warn', 'Renewing the lease of a scheduled run failed.', error)
    }
  }

  #expireAt(time: number): void {
    clearTimeout(this.#expiry)
    const left = time - this.#parts.ledger.now()
    this.#expiry = setTimeout(() => this.#abort(new LeaseLost()), left)
  }

  #change(
    decide: (record: ScheduleRecord, held: ActiveRun, now: number) => ScheduleRecord,
  ): Promise<{ record: ScheduleRecord; now: number } | undefined> {
    const { ledger, plan } = this.#parts
    return ledger.change(plan.name, (record, now) => {
      const held = findHeld(record, this.#run)
      return record && held && { record: decide(record, held, now), now }
    })
  }

  #abort(reason: Error): void {
    this.#controller.abort(reason)
  }

  #log(level: 'warn' | 'error', message: string, error: unknown): void {
    const { plan, logger } = this.#parts
    const { tick, attempt } = this.#run
    const facts = { error, schedule: plan.name, tick: new Date(tick).toISOString(), attempt }
    logThrown(() => logger, level, message, facts)
  }
}

function withLease(record: ScheduleRecord, held: ActiveRun, leaseUntil: number): ScheduleRecord {
  const running = record.running.map((run) => (run === held ? { ...run, leaseUntil } : run))
  return { ...record, running }
}
