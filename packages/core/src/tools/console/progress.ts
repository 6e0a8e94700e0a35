import { defaultBinding, type Resolver } from '../../base/container/binding.ts'
import { Config } from '../../base/config/config.ts'
import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import { describeDuration } from './durations.ts'
import { isForPeople } from './terminal-logger.ts'
import { TerminalLine, type TerminalStream } from './terminal-line.ts'

/** Details of a progress report. */
export interface ProgressDetails {
  /** The total number of items, if it is known. */
  readonly total?: number
  /** The current item, such as the name of a file. */
  readonly message?: string
}

/** Reports how many items are done. */
export type ReportProgress = (done: number, details?: ProgressDetails) => void

/**
 * Shows the progress of long-running work on one line of the terminal. The line is updated in place, and removed at the
 * end. Other output is printed above it. Without a terminal, or with `LOG_FORMAT=json`, nothing is shown. Commands
 * inject this class in their constructor.
 */
export class Progress {
  static readonly [defaultBinding] = (c: Resolver): Progress => {
    const { stderr } = process
    return new Progress(stderr.isTTY && isForPeople(c.get(Config), stderr) ? stderr : undefined)
  }

  readonly #stream: TerminalStream | undefined
  /** The work in progress. The line shows the last item. */
  readonly #running: Running[] = []
  #line: TerminalLine | undefined
  #timer: NodeJS.Timeout | undefined
  #drawnAt = 0

  /** If `stream` is not a terminal, nothing is shown. */
  constructor(stream?: TerminalStream) {
    this.#stream = stream?.isTTY ? stream : undefined
  }

  /** Shows a label until the work has ended. The work may report how many items are done. */
  async run<T>(label: string, work: (report: ReportProgress) => MaybePromise<T>): Promise<T> {
    const running = this.#start(label)
    try {
      return await work((done, details) => this.#report(running, done, details))
    } finally {
      this.#end(running)
    }
  }

  /**
   * Yields the items, and shows how many of them have been processed. `total` can be omitted for arrays, sets and maps.
   */
  each<T>(label: string, items: Iterable<T>, total?: number): Iterable<T>
  each<T>(label: string, items: AsyncIterable<T>, total?: number): AsyncIterable<T>
  each<T>(
    label: string,
    items: Iterable<T> | AsyncIterable<T>,
    total = sizeOf(items),
  ): Iterable<T> | AsyncIterable<T> {
    return Symbol.asyncIterator in items
      ? this.#eachAsync(label, items, total)
      : this.#eachSync(label, items, total)
  }

  *#eachSync<T>(label: string, items: Iterable<T>, total: number | undefined): Iterable<T> {
    const running = this.#start(label)
    try {
      let done = 0
      for (const item of items) {
        this.#report(running, done++, total === undefined ? {} : { total })
        yield item
      }
    } finally {
      this.#end(running)
    }
  }

  async *#eachAsync<T>(
    label: string,
    items: AsyncIterable<T>,
    total: number | undefined,
  ): AsyncIterable<T> {
    const running = this.#start(label)
    try {
      let done = 0
      for await (const item of items) {
        this.#report(running, done++, total === undefined ? {} : { total })
        yield item
      }
    } finally {
      this.#end(running)
    }
  }

  #start(label: string): Running {
    const now = performance.now()
    const running: Running = { label, startedAt: now, done: undefined, details: {} }
    if (!this.#stream) return running
    if (this.#running.push(running) > 1) return running
    this.#line = new TerminalLine(this.#stream)
    this.#drawnAt = now
    this.#timer = setInterval(() => this.#draw(performance.now()), drawInterval).unref()
    return running
  }

  #report(running: Running, done: number, details: ProgressDetails = {}): void {
    running.done = done
    running.details = details
    if (!this.#line) return
    // During synchronous work, the timer does not fire.
    const now = performance.now()
    if (now - this.#drawnAt >= drawInterval) this.#draw(now)
  }

  #draw(now: number): void {
    const running = this.#running.at(-1)
    if (running) this.#line?.draw(describe(running, now))
    this.#drawnAt = now
  }

  #end(running: Running): void {
    const index = this.#running.indexOf(running)
    if (index !== -1) this.#running.splice(index, 1)
    if (this.#running.length > 0) return
    clearInterval(this.#timer)
    this.#line?.close()
    this.#line = undefined
  }
}

interface Running {
  readonly label: string
  readonly startedAt: number
  done: number | undefined
  details: ProgressDetails
}

/** The minimum time between updates, in milliseconds. Shorter work is not shown. */
const drawInterval = 100

function describe({ label, startedAt, done, details }: Running, now: number): string {
  const { total, message } = details
  const elapsed = now - startedAt
  return [
    label,
    done !== undefined && (total === undefined ? `${done}` : `${done} of ${total}`),
    done !== undefined && total !== undefined && total > 0 && percentOf(done, total),
    elapsed >= 1000 && describeDuration(elapsed),
    message,
  ]
    .filter((part) => part !== false && part !== undefined)
    .join('  ')
}

function percentOf(done: number, total: number): string {
  return `${Math.floor((100 * done) / total)} %`
}

function sizeOf(items: object): number | undefined {
  if (Array.isArray(items)) return items.length
  return items instanceof Set || items instanceof Map ? items.size : undefined
}
