import { randomUUID } from 'node:crypto'
import { Config, Logger, logThrown, type Container } from '@fw/core'
import { claim, claimNow, type Claim, type Claimant } from './claims/claim.ts'
import { Ledger } from './claims/ledger.ts'
import type { ActiveRun } from './claims/schedule-record.ts'
import { ScheduleStore } from './claims/schedule-store.ts'
import { InvalidScheduler } from './errors.ts'
import { HeldRun, recovery, type Outcome } from './held-run.ts'
import type { SchedulePlan } from './schedule-plan.ts'
import { ScheduleRegistry } from './schedule-registry.ts'
import { MemoryStore } from './stores/memory-store.ts'

/**
 * The maximum time between two reads of the store, in milliseconds. A read updates the clock and finds runs whose
 * scheduler has died.
 */
const longestWait = 10_000
/** The same for a clock that tests control. It is shorter, because that clock may jump. */
const longestWaitOfTests = 50

/** Options for a scheduler. */
export interface SchedulerOptions {
  /** Returns the time in milliseconds since the epoch, for tests. Default: the clock of the store. */
  readonly now?: () => number
}

/** Runs the schedules of an application. If there are several schedulers, only one of them runs each tick. */
export class Scheduler {
  readonly #worker = randomUUID()
  readonly #logger: Logger
  readonly #lease: number
  readonly #longestWait: number
  readonly #isForgetful: boolean
  readonly #shared: Ledger
  /** The schedules that all schedulers share, and those that each scheduler runs for itself. */
  readonly #shares: readonly { readonly ledger: Ledger; readonly plans: readonly SchedulePlan[] }[]
  readonly #running = new Set<Promise<Outcome>>()
  /** The runs that this process is executing, by `keyOf`. */
  readonly #held = new Set<string>()
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
    this.#isForgetful = store instanceof MemoryStore && !now
    this.#shared = new Ledger(store, now)
    const shared = this.#shared
    const own = new Ledger(new MemoryStore(() => shared.now()))
    const { plans } = container.get(ScheduleRegistry)
    this.#logger = container.get(Logger)
    this.#lease = seconds * 1000
    this.#longestWait = now ? longestWaitOfTests : Math.min(longestWait, this.#lease / 3)
    this.#shares = [
      { ledger: shared, plans: plans.filter(({ on }) => on === 'one') },
      { ledger: own, plans: plans.filter(({ on }) => on === 'every') },
    ]
  }

  /**
   * Runs due ticks until the signal is aborted and the last run has ended. Without a signal, runs until the process
   * exits.
   */
  async run(signal: AbortSignal = new AbortController().signal): Promise<void> {
    if (this.#isForgetful) this.#logger.warn(memoryWarning)
    const wakeUp = () => this.#wake()
    signal.addEventListener('abort', wakeUp)
    while (!signal.aborted) await this.#sleep(await this.#tryPass(signal))
    signal.removeEventListener('abort', wakeUp)
    await Promise.all(this.#running)
  }

  /**
   * Runs all ticks that are due now, and returns their outcomes. Ticks that become due later are not included;
   * otherwise it might never return.
   */
  async runDue(signal: AbortSignal): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = []
    const until = await this.#shared.time()
    for (;;) {
      await this.#pass(signal, until)
      if (this.#running.size === 0) return outcomes
      outcomes.push(...(await Promise.all(this.#running)))
    }
  }

  /**
   * Runs a schedule immediately, outside its timetable. Returns undefined if a run is active and runs must not overlap.
   */
  async runNow(plan: SchedulePlan, signal: AbortSignal): Promise<Outcome | undefined> {
    const share = this.#shares.find(({ plans }) => plans.includes(plan))
    const claimed = await share?.ledger.change(plan.name, (record, now) =>
      claimNow(plan, record, this.#claimant(plan, now)),
    )
    return share && claimed?.run && this.#start(plan, share.ledger, claimed, signal)
  }

  /** Runs due ticks. Returns the time until the next one, in milliseconds. */
  async #tryPass(signal: AbortSignal): Promise<number> {
    try {
      const wait = await this.#pass(signal)
      this.#isUnreachable = false
      return wait
    } catch (error) {
      if (!this.#isUnreachable) {
        logThrown(() => this.#logger, 'warn', 'Claiming due ticks failed. Retrying.', { error })
      }
      this.#isUnreachable = true
      return recovery
    }
  }

  async #pass(signal: AbortSignal, until = Infinity): Promise<number> {
    let wait = this.#longestWait
    for (const { ledger, plans } of this.#shares) {
      if (plans.length === 0) continue
      const { now, entries } = await ledger.read(plans.map(({ name }) => name))
      for (const plan of plans) {
        const record = entries.get(plan.name)?.record
        const latest = claim(plan, record, this.#claimant(plan, now, until))
          ? await this.#claimAll(plan, ledger, signal, until)
          : record?.latest
        wait = Math.min(wait, untilNext(plan, latest, ledger.now()) ?? wait)
      }
    }
    return wait
  }

  /** Claims all due ticks of a schedule. Returns the latest claimed tick. */
  async #claimAll(
    plan: SchedulePlan,
    ledger: Ledger,
    signal: AbortSignal,
    until: number,
  ): Promise<number | undefined> {
    let latest: number | undefined
    while (!signal.aborted) {
      const claimed = await ledger.change(plan.name, (record, now) => {
        latest = record?.latest
        return claim(plan, record, this.#claimant(plan, now, until))
      })
      if (!claimed) break
      if (claimed.abandoned) this.#reportAbandoned(plan, claimed.abandoned)
      if (claimed.run) void this.#start(plan, ledger, claimed, signal)
    }
    return latest
  }

  #start(
    plan: SchedulePlan,
    ledger: Ledger,
    { run, record }: Claim,
    stop: AbortSignal,
  ): Promise<Outcome> | undefined {
    if (!run) return undefined
    const parts = { plan, ledger, stop, lease: this.#lease, logger: this.#logger }
    const key = keyOf(plan, run)
    this.#held.add(key)
    const running = new HeldRun(run, parts).hold(record.done).finally(() => {
      this.#held.delete(key)
      this.#running.delete(running)
      this.#wake()
    })
    this.#running.add(running)
    return running
  }

  #claimant(plan: SchedulePlan, now: number, until = now): Claimant {
    const holds = (run: ActiveRun) =>
      run.worker === this.#worker && this.#held.has(keyOf(plan, run))
    return {
      worker: this.#worker,
      lease: this.#lease,
      now,
      until: Math.min(now, until),
      holds,
    }
  }

  #reportAbandoned(
    { name }: SchedulePlan,
    { tick, attempt }: NonNullable<Claim['abandoned']>,
  ): void {
    const facts = { schedule: name, tick: new Date(tick).toISOString(), attempt }
    this.#logger.error(
      'The process of a scheduled run died too often. The run is not retried.',
      facts,
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

/** Returns the time until the next tick. A tick that is already due waits for a run to end. */
function untilNext(
  { timetable, dueAt }: SchedulePlan,
  latest: number | undefined,
  now: number,
): number | undefined {
  const next = latest === undefined ? undefined : timetable.next(latest)
  if (next === undefined || dueAt(next) <= now) return undefined
  return Math.max(Math.ceil(dueAt(next) - now), 1)
}
