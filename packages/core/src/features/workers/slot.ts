import { setTimeout as sleep } from 'node:timers/promises'
import { WorkerProcess, type WorkerStart } from './worker-process.ts'

/** The delays before the next start after a worker has ended, in milliseconds. */
const firstDelay = 100
const longestDelay = 30_000

/** If a worker has run for this long, in milliseconds, its end is not considered a failed start. */
const steady = 60_000

/** The time limit for a replacement to become ready, in milliseconds. */
const replacementTime = 30_000

/** The owner of the slots. It is notified of their events. */
export interface SlotWatcher {
  /** True once a worker has been ready. Before that, an ended worker is not replaced. */
  readonly hasBegun: boolean
  /** True if so few workers are left that the next start should not be delayed. */
  isShort(): boolean
  ready(process: WorkerProcess, announcement: string): void
  gone(process: WorkerProcess): void
  failed(reason: string): void
  /** `exit` is undefined while the worker is still ending. */
  ended(exit: number | string | undefined, delay: number): void
  full(slot: Slot, bytes: number): void
}

/** A slot for one worker. If the worker ends, a new one is started. */
export class Slot {
  readonly #start: () => WorkerStart
  readonly #watcher: SlotWatcher
  readonly #processes = new Set<WorkerProcess>()
  #current: WorkerProcess | undefined
  #delay = firstDelay
  #timer: NodeJS.Timeout | undefined
  #isEnding = false

  constructor(start: () => WorkerStart, watcher: SlotWatcher) {
    this.#start = start
    this.#watcher = watcher
  }

  /** The processes that have not ended: the worker, and sometimes its predecessor or successor. */
  get processes(): ReadonlySet<WorkerProcess> {
    return this.#processes
  }

  /** The worker; undefined while it starts or after it has ended. */
  get ready(): WorkerProcess | undefined {
    return this.#current?.isReady === true ? this.#current : undefined
  }

  get isFilled(): boolean {
    return this.#current !== undefined
  }

  /** Starts the worker. Resolves to true if it became ready. */
  start(): Promise<boolean> {
    if (this.#isEnding) return Promise.resolve(false)
    const started = this.#fork()
    this.#current = started
    return this.#settled(started)
  }

  /**
   * Starts the next worker, then ends this one. If the next one is not ready in time, the current worker stays, and the
   * promise resolves to false.
   */
  async replace(): Promise<boolean> {
    const last = this.#current
    // If the current worker does not become ready, a new one is started anyway.
    const isRunning = await last?.ready.then(
      () => true,
      () => false,
    )
    if (this.#isEnding || !last || !isRunning) return !this.#isEnding
    const next = this.#fork()
    const isOver = new AbortController()
    const late = sleep(replacementTime, false, { signal: isOver.signal }).catch(() => false)
    const isReady = await Promise.race([this.#settled(next), late])
    isOver.abort()
    if (!isReady || this.#isEnding) {
      next.kill()
      return false
    }
    this.#current = next
    clearTimeout(this.#timer)
    last.end()
    if (last.isServer) await last.closed
    last.drain()
    await last.exit
    return true
  }

  /** Ends the running processes and starts no new ones. Returns those processes. */
  end(): readonly WorkerProcess[] {
    this.#isEnding = true
    clearTimeout(this.#timer)
    const processes = [...this.#processes]
    for (const each of processes) each.end()
    return processes
  }

  #fork(): WorkerProcess {
    const forked = new WorkerProcess(this.#start())
    this.#processes.add(forked)
    forked.onEnding = () => this.#refill(forked)
    forked.onFull = (bytes) => this.#watcher.full(this, bytes)
    void this.#follow(forked)
    return forked
  }

  /** Follows a process until it ends. */
  async #follow(forked: WorkerProcess): Promise<void> {
    this.#refill(forked, await forked.exit)
    await forked.disconnected
    this.#processes.delete(forked)
    this.#watcher.gone(forked)
  }

  async #settled(started: WorkerProcess): Promise<boolean> {
    try {
      this.#watcher.ready(started, await started.ready)
      return true
    } catch (error) {
      if (!this.#isEnding) this.#watcher.failed((error as Error).message)
      return false
    }
  }

  /** Starts the next worker, unless that has already been scheduled. */
  #refill(ended: WorkerProcess, exit?: number | string): void {
    if (ended !== this.#current) return
    this.#current = undefined
    if (this.#isEnding || !this.#watcher.hasBegun) return
    if (performance.now() - ended.startedAt >= steady) this.#delay = firstDelay
    const delay = this.#watcher.isShort() ? firstDelay : this.#delay
    this.#delay = Math.min(2 * this.#delay, longestDelay)
    this.#watcher.ended(exit, delay)
    this.#timer = setTimeout(() => void this.start(), delay)
  }
}
