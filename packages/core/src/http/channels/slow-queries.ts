import type { Logger } from '../../base/logging/logger.ts'
import { dbQueries, type DbQueryMessage } from './channels.ts'

/** The minimum interval between warnings about the same query, in milliseconds. */
const warningInterval = 10_000

const maxLoggedQueries = 1000

/** Logs slow queries until it is disposed of. */
export class SlowQueries implements Disposable {
  readonly #limit: number
  readonly #logger: Logger
  readonly #starts = new WeakMap<DbQueryMessage, number>()
  readonly #logged = new Map<string, { until: number; suppressed: number }>()
  readonly #unsubscribe: () => void

  /** `limit` is in milliseconds. */
  constructor(limit: number, logger: Logger) {
    this.#limit = limit
    this.#logger = logger
    this.#unsubscribe = dbQueries.watch({
      start: (message) => void this.#starts.set(message, performance.now()),
      finish: (message) => this.#finish(message),
    })
  }

  [Symbol.dispose](): void {
    this.#unsubscribe()
  }

  #finish(message: DbQueryMessage): void {
    const start = this.#starts.get(message)
    if (start === undefined) return
    const now = performance.now()
    if (now - start < this.#limit) return
    const { sql, rows, system } = message
    const logged = this.#logged.get(sql)
    if (logged && now < logged.until) return void logged.suppressed++
    if (this.#logged.size >= maxLoggedQueries) this.#logged.clear()
    this.#logged.set(sql, { until: now + warningInterval, suppressed: 0 })
    const milliseconds = Math.round((now - start) * 1000) / 1000
    const suppressed = logged?.suppressed ?? 0
    const details = { sql, system, rows, milliseconds, ...(suppressed > 0 && { suppressed }) }
    this.#logger.warn('A query was slow.', details)
  }
}
