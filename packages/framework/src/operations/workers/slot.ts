import { setTimeout as sleep } from 'node:timers/promises'
import { WorkerProcess, type WorkerStart } from './worker-process.ts'

/** In milliseconds: what passes before the next start after a worker has ended. */
const firstDelay = 100
const longestDelay = 30_000

/** After this many milliseconds an end is no consequence of the start. */
const steady = 60_000

/** How long a replacement may take to get ready, in milliseconds. */
const replacementTime = 30_000

/** What a slot tells whoever keeps the slots. */
export interface SlotWatcher {
  /** Whether a worker has ever been ready: until then one that ends is the end. */
  readonly hasBegun: boolean
  /** Whether so few workers are left that the next start should not wait. */
  isShort(): boolean
  ready(process: WorkerProcess, announcement: string): void
  gone(process: WorkerProcess): void
  failed(reason: string): void
  /** `exit` is undefined if the worker is still ending. */
  ended(exit: number | string | undefined, delay: number): void
  full(slot: Slot, bytes: number): void
}

/** A place for one worker, which is filled again when the worker ends. */
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

  /** Those that have not ended yet: the worker, and at times the next or the last one. */
  get processes(): ReadonlySet<WorkerProcess> {
    return this.#processes
  }

  /** The worker, unless it has ended, or is still starting. */
  get ready(): WorkerProcess | undefined {
    return this.#current?.isReady === true ? this.#current : undefined
  }

  get isFilled(): boolean {
    return this.#current !== undefined
  }

  /** Starts the worker; whether it got ready. */
  start(): Promise<boolean> {
    if (this.#isEnding) return Promise.resolve(false)
    const started = this.#fork()
    this.#current = started
    return this.#settled(started)
  }

  /** The next worker is ready before this one ends. False where the next does not get ready in time; the worker stays. */
  async replace(): Promise<boolean> {
    const last = this.#current
    // One that does not get ready is followed by another anyway.
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

  /** Starts nothing more, and has what runs end; gives what that is. */
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

  /** Until it ends. */
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

  /** Starts the next one, unless that is under way. */
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
