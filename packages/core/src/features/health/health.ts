import { defaultBinding, type Resolver } from '../../base/container/binding.ts'
import { Logger } from '../../base/logging/logger.ts'
import { messageOf, toError, logThrown } from '../../base/logging/thrown.ts'
import { toJson } from '../../http/message/to-json.ts'
import type { ToJsonForm } from '../../data/schema/json-form.ts'
import type { ProbeName } from './decorators.ts'
import type { HealthCheckPlan } from './health-checks.ts'

/** The time for which the result of a check is reused, in milliseconds. */
const resultLifetime = 1000

/** The checks to run: those of a probe, or all for the full report. */
export type HealthReportKind = Exclude<ProbeName, 'report'> | 'all'

/** The result of a check. */
export interface CheckResult {
  readonly status: 'up' | 'down'
  readonly milliseconds: number
  /** The value that the method returned, if any. */
  readonly details?: unknown
  /** The reason why the check is down. */
  readonly error?: string
}

/** The content of `/health`. */
export interface HealthReport {
  readonly status: 'up' | 'down' | 'stopping'
  readonly checks: Readonly<Record<string, CheckResult>>
}

/** Reports whether the application is healthy, and whether its process is starting or stopping. */
export class Health {
  static readonly [defaultBinding] = (resolver: Resolver): Health =>
    new Health([], () => resolver.get(Logger))

  readonly #checks: readonly RunningCheck[]
  #phase: 'starting' | 'serving' | 'stopping' = 'serving'
  #onBegin: ((announcement: string) => void) | undefined

  constructor(plans: readonly HealthCheckPlan[], logger: () => Logger) {
    this.#checks = plans.map((plan) => new RunningCheck(plan, logger))
  }

  /** Marks the process as not ready until `begin`. */
  prepare(onBegin: (announcement: string) => void): void {
    this.#phase = 'starting'
    this.#onBegin = onBegin
  }

  /**
   * Marks the process as ready. Called when its command has started its actual work. `announcement` is the line to
   * print.
   */
  begin(announcement: string): void {
    if (this.#phase !== 'starting') return
    this.#phase = 'serving'
    this.#onBegin?.(announcement)
  }

  /** Marks the process as stopping, so that it gets no more requests. */
  stop(): void {
    this.#phase = 'stopping'
  }

  /** Returns a report. Never rejects. While the process is starting or stopping, only liveness checks run. */
  async report(kind: HealthReportKind): Promise<HealthReport> {
    if (this.#phase !== 'serving' && kind !== 'live') {
      return { status: this.#phase === 'starting' ? 'down' : 'stopping', checks: {} }
    }
    const checks = this.#checks.filter(({ plan }) => kind === 'all' || plan.probe === kind)
    const results = await Promise.all(
      checks.map(async (check) => [check.plan.name, await check.result()] as const),
    )
    const isDown = results.some(([, { status }]) => status === 'down')
    return { status: isDown ? 'down' : 'up', checks: Object.fromEntries(results) }
  }
}

/** A check with its latest result, which concurrent callers share. */
class RunningCheck {
  readonly plan: HealthCheckPlan
  readonly #logger: () => Logger
  #result: Promise<CheckResult> | undefined
  #isDown = false

  constructor(plan: HealthCheckPlan, logger: () => Logger) {
    this.plan = plan
    this.#logger = logger
  }

  result(): Promise<CheckResult> {
    return (this.#result ??= this.#run().finally(() => {
      setTimeout(() => (this.#result = undefined), resultLifetime).unref()
    }))
  }

  async #run(): Promise<CheckResult> {
    const start = performance.now()
    const elapsed = () => Math.round((performance.now() - start) * 1000) / 1000
    try {
      const details = plain(await this.#runInTime(), this.plan.toJsonForm)
      this.#isDown = false
      return { status: 'up', milliseconds: elapsed(), ...(details !== undefined && { details }) }
    } catch (thrown) {
      const error = toError(thrown)
      // Probes come every few seconds, so only the first of consecutive failures is logged.
      if (!this.#isDown) {
        const message = `The health check "${this.plan.name}" is down.`
        logThrown(this.#logger, 'warn', message, { error })
      }
      this.#isDown = true
      return { status: 'down', milliseconds: elapsed(), error: messageOf(error) }
    }
  }

  /** Runs the check. Rejects after the timeout, even if the check is still running. */
  async #runInTime(): Promise<unknown> {
    const { plan } = this
    const controller = new AbortController()
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      const error = new Error(`It did not finish within ${plan.timeout}.`)
      controller.abort(error)
      reject(error)
    }, plan.milliseconds)
    try {
      return await Promise.race([plan.run(controller.signal), late])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Returns details as JSON. Throws if they cannot be converted, so that the check is down. */
function plain(details: unknown, form: ToJsonForm | undefined): unknown {
  if (details === undefined) return undefined
  return JSON.parse(toJson(form ? form(details) : details)) as unknown
}
