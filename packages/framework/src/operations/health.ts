import { defaultBinding, type Resolver } from '../container/binding.ts'
import { Logger } from '../logging/logger.ts'
import { logThrown, messageOf, toError } from '../logging/thrown.ts'
import { toJson } from '../message/to-json.ts'
import type { ToJsonForm } from '../schema/json-form.ts'
import type { ProbeName } from './attributes.ts'
import type { HealthCheckPlan } from './health-checks.ts'

/** How long what a check has found is told again, in milliseconds. */
const freshness = 1000

/** Who asks: a probe of the platform, or a person who wants all. */
export type HealthQuestion = Exclude<ProbeName, 'report'> | 'all'

/** What a check has found. */
export interface CheckResult {
  readonly status: 'up' | 'down'
  readonly milliseconds: number
  /** What the method has returned, if anything. */
  readonly details?: unknown
  /** Why it is down. */
  readonly error?: string
}

/** What `/health` answers. */
export interface HealthReport {
  readonly status: 'up' | 'down' | 'stopping'
  readonly checks: Readonly<Record<string, CheckResult>>
}

/** Tells whether the application works, and whether its process is about to end. */
export class Health {
  static readonly [defaultBinding] = (resolver: Resolver): Health =>
    new Health([], () => resolver.get(Logger))

  readonly #checks: readonly RunningCheck[]
  #phase: 'starting' | 'serving' | 'stopping' = 'serving'
  #onBegin: ((announcement: string) => void) | undefined

  constructor(plans: readonly HealthCheckPlan[], logger: () => Logger) {
    this.#checks = plans.map((plan) => new RunningCheck(plan, logger))
  }

  /** Until `begin` the process is not ready. */
  prepare(onBegin: (announcement: string) => void): void {
    this.#phase = 'starting'
    this.#onBegin = onBegin
  }

  /** A command says that it does from here on what it is there for, with the line to print. */
  begin(announcement: string): void {
    if (this.#phase !== 'starting') return
    this.#phase = 'serving'
    this.#onBegin?.(announcement)
  }

  /** From here on nobody is to send requests. */
  stop(): void {
    this.#phase = 'stopping'
  }

  /** Never rejects. Of a process that starts or ends nothing is checked but whether it lives. */
  async report(question: HealthQuestion): Promise<HealthReport> {
    if (this.#phase !== 'serving' && question !== 'live') {
      return { status: this.#phase === 'starting' ? 'down' : 'stopping', checks: {} }
    }
    const asked = this.#checks.filter(({ plan }) => question === 'all' || plan.probe === question)
    const results = await Promise.all(
      asked.map(async (check) => [check.plan.name, await check.result()] as const),
    )
    const isDown = results.some(([, { status }]) => status === 'down')
    return { status: isDown ? 'down' : 'up', checks: Object.fromEntries(results) }
  }
}

/** A check with what it has found last: it runs once for all who ask. */
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
      setTimeout(() => (this.#result = undefined), freshness).unref()
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
      // Probes come every few seconds; the change is the news.
      if (!this.#isDown) {
        const message = `The health check "${this.plan.name}" is down.`
        logThrown(this.#logger, 'warn', message, { error })
      }
      this.#isDown = true
      return { status: 'down', milliseconds: elapsed(), error: messageOf(error) }
    }
  }

  /** Rejects when the time is over, whatever the check does then. */
  async #runInTime(): Promise<unknown> {
    const { plan } = this
    const controller = new AbortController()
    const { promise: late, reject } = Promise.withResolvers<never>()
    const limit = setTimeout(() => {
      const error = new Error(`It did not answer within ${plan.timeout}.`)
      controller.abort(error)
      reject(error)
    }, plan.milliseconds)
    try {
      return await Promise.race([plan.run(controller.signal), late])
    } finally {
      clearTimeout(limit)
    }
  }
}

/** Details as they are published. Throws for what has no form in JSON, which is a fault of the check. */
function plain(details: unknown, form: ToJsonForm | undefined): unknown {
  if (details === undefined) return undefined
  return JSON.parse(toJson(form ? form(details) : details)) as unknown
}
