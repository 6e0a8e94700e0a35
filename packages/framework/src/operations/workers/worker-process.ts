import cluster, { type Worker } from 'node:cluster'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { roleKey, type WorkerRole } from '../../platform/processes.ts'
import { followConnections, type HandedConnections } from './follow-connections.ts'
import { isOurs, type Asked, type Order, type Told } from './messages.ts'

/** How long a worker is waited for that is to tell of an endpoint, in milliseconds. */
const collectTime = 2000

/** Processes that a worker has started may keep its channel open, for this many milliseconds at most. */
const longestReading = 1000

/** How a worker is started. */
export interface WorkerStart {
  readonly role: WorkerRole
  /** The words after `fw`. */
  readonly words: readonly string[]
}

/** A process that runs the application, as the primary knows it. */
export class WorkerProcess {
  readonly startedAt = performance.now()
  readonly pid: number | undefined
  /** What it says when it does what it is there for; rejects with why, where it ends before. */
  readonly ready: Promise<string>
  /** The exit code, or the name of the signal. */
  readonly exit: Promise<number | string>
  /** Nothing that it has told is still to come. */
  readonly disconnected: Promise<void>
  /** Called when it ends although the primary has not asked it to. */
  onEnding: (() => void) | undefined
  /** Called when it has more memory than it may. */
  onFull: ((bytes: number) => void) | undefined
  isReady = false
  #endsByItself = false
  /** Whether it takes connections. */
  readonly isServer: boolean
  /** What it has told of the endpoints of the admin port at last, by their paths. */
  readonly collected = new Map<string, unknown>()
  /** The memory that it had when it became ready. */
  bytesAtStart = 0
  readonly #worker: Worker
  readonly #connections: HandedConnections
  readonly #closed = Promise.withResolvers<void>()
  readonly #answers = new Map<number, (told: Told & { fw: 'answer' }) => void>()
  #asked = 0

  constructor({ role, words }: WorkerStart) {
    cluster.setupPrimary({ exec: process.argv[1] ?? '', args: [...words], execArgv: heapOf(role) })
    cluster.schedulingPolicy = cluster.SCHED_RR
    const worker = cluster.fork({ [roleKey]: JSON.stringify(role) })
    this.#worker = worker
    this.#connections = followConnections(worker)
    this.isServer = role.command === 'serve'
    this.pid = worker.process.pid
    let reason = ''
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    this.ready = promise
    // Who waits for it is told; often nobody does.
    promise.catch(() => {})
    worker.on('message', (message: unknown) => {
      if (!isOurs<Told>(message)) return
      if (message.fw === 'failed' && !this.isReady) reason += message.text
      else if (message.fw === 'failed') process.stderr.write(message.text)
      else if (message.fw === 'ending') this.#endsItself()
      else if (message.fw === 'closed') this.#close()
      else if (message.fw === 'full') this.onFull?.(message.bytes)
      else if (message.fw === 'last') this.collected.set(message.path, message.value)
      else if (message.fw === 'answer') this.#answers.get(message.id)?.(message)
      else {
        this.isReady = true
        this.bytesAtStart = message.bytes
        resolve(message.announcement)
      }
    })
    this.exit = new Promise((resolveExit) => {
      worker.once('exit', (code: number | null, signal: string | null) => {
        this.#closed.resolve()
        reject(new Error(reason))
        resolveExit(code ?? signal ?? 1)
      })
    })
    this.disconnected = this.exit.then(() => untilRead(worker))
    void this.disconnected.then(() => this.#connections.handOn())
    // The channel to a process that is just ending.
    worker.on('error', () => {})
  }

  /** Has it end as it would by a signal; one that is not ready yet has nothing to end. */
  end(): void {
    this.#connections.ending()
    if (this.isReady) this.#tell({ fw: 'end' })
    else this.kill()
  }

  /** Resolves when it takes no connections any more. */
  get closed(): Promise<void> {
    return this.#closed.promise
  }

  /** Has it end its connections. */
  drain(): void {
    this.#tell({ fw: 'drain' })
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL')
  }

  /** Has it tell of an endpoint; one that cannot stays at what it has told before. */
  async collect(path: string): Promise<void> {
    if (!this.isReady) return
    const asked = this.ask({ fw: 'collect', path }, collectTime)
    await asked.then(
      (value) => this.collected.set(path, value),
      () => {},
    )
  }

  /** What it answers. Rejects where it cannot, or takes longer than `timeout` milliseconds. */
  async ask(asked: Asked, timeout: number): Promise<unknown> {
    const id = (this.#asked += 1)
    const isOver = new AbortController()
    try {
      const { promise, resolve } = Promise.withResolvers<Told & { fw: 'answer' }>()
      this.#answers.set(id, resolve)
      this.#tell({ ...asked, id })
      const late = sleep(timeout, undefined, { signal: isOver.signal })
      const told = await Promise.race([promise, late, this.exit.then(() => undefined)])
      if (!told) throw new Error('The worker did not answer.')
      if (told.error !== undefined) throw new Error(told.error)
      return told.value
    } finally {
      isOver.abort()
      this.#answers.delete(id)
    }
  }

  /** The others go on, so its connections need not wait for them. */
  #endsItself(): void {
    this.#endsByItself = true
    this.#connections.ending()
    this.onEnding?.()
  }

  #close(): void {
    this.#closed.resolve()
    if (this.#endsByItself) this.drain()
  }

  #tell(order: Order): void {
    if (this.#worker.isConnected()) this.#worker.send(order, () => {})
  }
}

/** Resolves when all has been read that a worker has sent, which has ended. */
async function untilRead(worker: Worker): Promise<void> {
  const end = performance.now() + longestReading
  while (worker.isConnected() && performance.now() < end) await turn()
}

/** V8 collects garbage before the heap passes what the process may have. */
function heapOf({ maxBytes }: WorkerRole): string[] {
  const limit = maxBytes === undefined ? [] : [`--max-old-space-size=${maxBytes / 1024 ** 2}`]
  return [...process.execArgv, ...limit]
}
