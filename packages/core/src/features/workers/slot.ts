import { setTimeout as sleep } from 'node:timers/promises'
import { WorkerProcess, type WorkerStart } from './worker-process.ts'

/** The delays before the next start after a worker has ended, in milliseconds. */
const minDelay = 100
const maxDelay = 30_000

/** The running time of a worker after which the delay before the next start is the shortest again, in milliseconds. */
const stableAfter = 60_000

/** The time limit for a replacement to become ready, in milliseconds. */
const replacementTimeout = 30_000

/** The owner of the slots. It is notified of their events. */
export interface SlotWatcher {
  /** True if a worker has already been ready. Before that, an ended worker is not replaced. */
  readonly hasBegun: boolean
  /** True if so few workers are left that the next one starts after the shortest delay. */
  hasTooFewServers(): boolean
  ready(process: WorkerProcess, announcement: string): void
  disconnected(process: WorkerProcess): void
  failed(reason: string): void
  /**
   * Called once for a worker that has ended, or is ending after an exception. `exit` is the exit
   * code or the name of the signal, or undefined if the worker is still ending. The next worker
   * starts after `delay` milliseconds.
   */
  ended(exit: number | string | undefined, delay: number): void
  memoryExceeded(slot: Slot, bytes: number): void
}

/** A slot for one worker. If the worker ends, a new one is started. */
export class Slot {
  readonly #start: () => WorkerStart
  readonly #watcher: SlotWatcher
  readonly #processes = new Set<WorkerProcess>()
  #current: WorkerProcess | undefined
  #delay = minDelay
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
    return this.#waitUntilReady(started)
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
    const cancelTimeout = new AbortController()
    const late = sleep(replacementTimeout, false, { signal: cancelTimeout.signal }).catch(
      () => false,
    )
    const isReady = await Promise.race([this.#waitUntilReady(next), late])
    cancelTimeout.abort()
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

  /** Ends and returns the running processes, and starts no new ones. */
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
    forked.onMemoryExceeded = (bytes) => this.#watcher.memoryExceeded(this, bytes)
    void this.#follow(forked)
    return forked
  }

  /** Follows a process until it ends. */
  async #follow(forked: WorkerProcess): Promise<void> {
    this.#refill(forked, await forked.exit)
    await forked.disconnected
    this.#processes.delete(forked)
    this.#watcher.disconnected(forked)
  }

  async #waitUntilReady(started: WorkerProcess): Promise<boolean> {
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
    if (performance.now() - ended.startedAt >= stableAfter) this.#delay = minDelay
    const delay = this.#watcher.hasTooFewServers() ? minDelay : this.#delay
    this.#delay = Math.min(2 * this.#delay, maxDelay)
    this.#watcher.ended(exit, delay)
    this.#timer = setTimeout(() => void this.start(), delay)
  }
}
