import { randomUUID } from 'node:crypto'
import { Config, Logger, logThrown, type Container } from '@fw/core'
import { claim, claimNow, type Claim, type Claimant } from './claims/claim.ts'
import { StoreClient } from './claims/store-client.ts'
import type { ActiveRun } from './claims/schedule-record.ts'
import { ScheduleStore } from './claims/schedule-store.ts'
import { InvalidScheduler } from './errors.ts'
import { ClaimedRun, retryDelay, type Outcome } from './claimed-run.ts'
import type { SchedulePlan } from './schedule-plan.ts'
import { ScheduleRegistry } from './schedule-registry.ts'
import { MemoryStore } from './stores/memory-store.ts'

/**
 * The maximum time between two reads of the store, in milliseconds. A read updates the clock and finds runs whose
 * scheduler has died.
 */
const maxWait = 10_000
/** The maximum time between two reads if tests control the clock. It is shorter, because that clock may jump. */
const maxWaitInTests = 50

/** Options for a scheduler. */
export interface SchedulerOptions {
  /** Returns the time in milliseconds since the epoch, for tests. Default: the clock of the store. */
  readonly now?: () => number
}

/**
 * Runs the schedules of an application. If several schedulers share a store, only one of them runs each tick, except
 * for schedules with `on: 'every'`.
 */
export class Scheduler {
  readonly #worker = randomUUID()
  readonly #logger: Logger
  readonly #lease: number
  readonly #maxWait: number
  readonly #isInMemory: boolean
  readonly #sharedClient: StoreClient
  /** The schedules that all schedulers share, and those that each scheduler runs for itself. */
  readonly #groups: readonly {
    readonly storeClient: StoreClient
    readonly plans: readonly SchedulePlan[]
  }[]
  readonly #running = new Set<Promise<Outcome>>()
  /** The runs that this process is executing, by `keyOf`. */
  readonly #executing = new Set<string>()
  #wakeUp = () => {}
  #isAwake = false
  #isUnreachable = false

  /** `container` must be booted. It provides the schedules, their store, the logger and SCHEDULE_LEASE_SECONDS. */
  constructor(container: Container, { now }: SchedulerOptions = {}) {
    const seconds = container.get(Config).float('SCHEDULE_LEASE_SECONDS', 30)
    if (!(seconds > 0 && seconds <= 86_400)) {
      throw new InvalidScheduler('SCHEDULE_LEASE_SECONDS', 'a number above 0, and at most 86400')
    }
    const store = container.get(ScheduleStore)
    this.#isInMemory = store instanceof MemoryStore && !now
    this.#sharedClient = new StoreClient(store, now)
    const sharedClient = this.#sharedClient
    const localClient = new StoreClient(new MemoryStore(() => sharedClient.now()))
    const { plans } = container.get(ScheduleRegistry)
    this.#logger = container.get(Logger)
    this.#lease = seconds * 1000
    this.#maxWait = now ? maxWaitInTests : Math.min(maxWait, this.#lease / 3)
    this.#groups = [
      { storeClient: sharedClient, plans: plans.filter(({ on }) => on === 'one') },
      { storeClient: localClient, plans: plans.filter(({ on }) => on === 'every') },
    ]
  }

  /**
   * Runs due ticks until the signal is aborted and the last run has ended. Without a signal, runs until the process
   * exits.
   */
  async run(signal: AbortSignal = new AbortController().signal): Promise<void> {
    if (this.#isInMemory) this.#logger.warn(memoryWarning)
    const wakeUp = () => this.#wake()
    signal.addEventListener('abort', wakeUp)
    while (!signal.aborted) await this.#sleep(await this.#tryClaimDue(signal))
    signal.removeEventListener('abort', wakeUp)
    await Promise.all(this.#running)
  }

  /**
   * Runs all ticks that are due now, and returns their outcomes. Ticks that become due later are not included, because
   * the method might otherwise never return.
   */
  async runDue(signal: AbortSignal): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = []
    const until = await this.#sharedClient.time()
    for (;;) {
      await this.#claimDue(signal, until)
      if (this.#running.size === 0) return outcomes
      outcomes.push(...(await Promise.all(this.#running)))
    }
  }

  /**
   * Runs a schedule immediately, outside its timetable. Returns undefined if a run is active and runs must not overlap.
   */
  async runNow(plan: SchedulePlan, signal: AbortSignal): Promise<Outcome | undefined> {
    const group = this.#groups.find(({ plans }) => plans.includes(plan))
    const claimed = await group?.storeClient.change(plan.name, (record, now) =>
      claimNow(plan, record, this.#claimant(plan, now)),
    )
    return group && claimed?.run && this.#start(plan, group.storeClient, claimed, signal)
  }

  /** Starts due ticks. Returns the time to wait before the next call, in milliseconds. */
  async #tryClaimDue(signal: AbortSignal): Promise<number> {
    try {
      const wait = await this.#claimDue(signal)
      this.#isUnreachable = false
      return wait
    } catch (error) {
      if (!this.#isUnreachable) {
        logThrown(() => this.#logger, 'warn', 'Claiming due ticks failed. Retrying.', { error })
      }
      this.#isUnreachable = true
      return retryDelay
    }
  }

  async #claimDue(signal: AbortSignal, until = Infinity): Promise<number> {
    let wait = this.#maxWait
    for (const { storeClient, plans } of this.#groups) {
      if (plans.length === 0) continue
      const { now, entries } = await storeClient.read(plans.map(({ name }) => name))
      for (const plan of plans) {
        const record = entries.get(plan.name)?.record
        const latest = claim(plan, record, this.#claimant(plan, now, until))
          ? await this.#claimAll(plan, storeClient, signal, until)
          : record?.latest
        wait = Math.min(wait, untilNext(plan, latest, storeClient.now()) ?? wait)
      }
    }
    return wait
  }

  /**
   * Claims all due ticks of a schedule, and starts their runs. Returns the time up to which ticks have been claimed.
   */
  async #claimAll(
    plan: SchedulePlan,
    storeClient: StoreClient,
    signal: AbortSignal,
    until: number,
  ): Promise<number | undefined> {
    let latest: number | undefined
    while (!signal.aborted) {
      const claimed = await storeClient.change(plan.name, (record, now) => {
        latest = record?.latest
        return claim(plan, record, this.#claimant(plan, now, until))
      })
      if (!claimed) break
      if (claimed.abandoned) this.#reportAbandoned(plan, claimed.abandoned)
      if (claimed.run) void this.#start(plan, storeClient, claimed, signal)
    }
    return latest
  }

  #start(
    plan: SchedulePlan,
    storeClient: StoreClient,
    { run, record }: Claim,
    stop: AbortSignal,
  ): Promise<Outcome> | undefined {
    if (!run) return undefined
    const context = { plan, storeClient, stop, lease: this.#lease, logger: this.#logger }
    const key = keyOf(plan, run)
    this.#executing.add(key)
    const running = new ClaimedRun(run, context).execute(record.done).finally(() => {
      this.#executing.delete(key)
      this.#running.delete(running)
      this.#wake()
    })
    this.#running.add(running)
    return running
  }

  #claimant(plan: SchedulePlan, now: number, until = now): Claimant {
    const isExecuting = (run: ActiveRun) =>
      run.worker === this.#worker && this.#executing.has(keyOf(plan, run))
    return {
      worker: this.#worker,
      lease: this.#lease,
      now,
      until: Math.min(now, until),
      isExecuting,
    }
  }

  #reportAbandoned(
    { name }: SchedulePlan,
    { tick, attempt }: NonNullable<Claim['abandoned']>,
  ): void {
    const fields = { schedule: name, tick: new Date(tick).toISOString(), attempt }
    this.#logger.error(
      'The process of a scheduled run died or stopped too often. The run is not retried.',
      fields,
    )
  }

  #wake(): void {
    this.#isAwake = true
    this.#wakeUp()
  }

  /** Waits until the scheduler is woken, or for a time in milliseconds. */
  async #sleep(milliseconds: number): Promise<void> {
    if (!this.#isAwake) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        this.#wakeUp = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#isAwake = false
  }
}

const memoryWarning =
  'The history of runs is kept in memory: a second scheduler would run each tick again, and missed ticks are unknown after a restart. ' +
  'Set SCHEDULE_CONNECTION to database or redis.'

function keyOf({ name }: SchedulePlan, { tick, attempt }: ActiveRun): string {
  return `${name} ${tick} ${attempt}`
}

/**
 * Returns the time until the next tick, in milliseconds; undefined if there is no next tick, or if it is due and waits
 * for a run to end.
 */
function untilNext(
  { timetable, dueAt }: SchedulePlan,
  latest: number | undefined,
  now: number,
): number | undefined {
  const next = latest === undefined ? undefined : timetable.next(latest)
  if (next === undefined || dueAt(next) <= now) return undefined
  return Math.max(Math.ceil(dueAt(next) - now), 1)
}
