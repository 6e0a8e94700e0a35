import cluster, { type Worker } from 'node:cluster'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { roleKey, type WorkerRole } from '../../base/platform/processes.ts'
import { followConnections, type HandedConnections } from './follow-connections.ts'
import { isOurs, type WorkerRequest, type Order, type WorkerMessage } from './messages.ts'

/** The time limit for collecting the data of a worker for an admin endpoint, in milliseconds. */
const collectTime = 2000

/**
 * The time limit for reading the channel of an ended worker, in milliseconds, because its child processes may keep the
 * channel open.
 */
const longestReading = 1000

/** The settings for starting a worker. */
export interface WorkerStart {
  readonly role: WorkerRole
  /** The arguments after `fw`. */
  readonly argv: readonly string[]
}

/** A worker process, as seen by the primary. */
export class WorkerProcess {
  readonly startedAt = performance.now()
  readonly pid: number | undefined
  /** Resolves to the line that the worker prints when it is ready. Rejects with the reason if it ends earlier. */
  readonly ready: Promise<string>
  /** Resolves to the exit code, or the name of the signal. */
  readonly exit: Promise<number | string>
  /** Resolves when all messages have been read. */
  readonly disconnected: Promise<void>
  /** Called when the worker is ending without a request from the primary. */
  onEnding: (() => void) | undefined
  /** Called when the worker exceeds its memory limit. */
  onFull: ((bytes: number) => void) | undefined
  isReady = false
  #endsByItself = false
  /** True if the worker accepts connections. */
  readonly isServer: boolean
  /** Its latest data for the endpoints of the admin port, by path. */
  readonly collected = new Map<string, unknown>()
  /** The memory usage of the worker when it became ready. */
  bytesAtStart = 0
  readonly #worker: Worker
  readonly #connections: HandedConnections
  readonly #closed = Promise.withResolvers<void>()
  readonly #waiting = new Map<number, (response: WorkerMessage & { fw: 'response' }) => void>()
  #asked = 0

  constructor({ role, argv }: WorkerStart) {
    cluster.setupPrimary({ exec: process.argv[1] ?? '', args: [...argv], execArgv: heapOf(role) })
    cluster.schedulingPolicy = cluster.SCHED_RR
    const worker = cluster.fork({ [roleKey]: JSON.stringify(role) })
    this.#worker = worker
    this.#connections = followConnections(worker)
    this.isServer = role.command === 'serve'
    this.pid = worker.process.pid
    let reason = ''
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    this.ready = promise
    // Often no code waits for this promise, so its rejection must be handled here.
    promise.catch(() => {})
    worker.on('message', (message: unknown) => {
      if (!isOurs<WorkerMessage>(message)) return
      if (message.fw === 'failed' && !this.isReady) reason += message.text
      else if (message.fw === 'failed') process.stderr.write(message.text)
      else if (message.fw === 'ending') this.#endsItself()
      else if (message.fw === 'closed') this.#close()
      else if (message.fw === 'full') this.onFull?.(message.bytes)
      else if (message.fw === 'last') this.collected.set(message.path, message.value)
      else if (message.fw === 'response') this.#waiting.get(message.id)?.(message)
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
    // Sending fails if the process is just ending.
    worker.on('error', () => {})
  }

  /** Asks the process to end, as a signal would. If it is not ready, it is killed. */
  end(): void {
    this.#connections.ending()
    if (this.isReady) this.#send({ fw: 'end' })
    else this.kill()
  }

  /** Resolves when the worker has stopped listening. */
  get closed(): Promise<void> {
    return this.#closed.promise
  }

  /** Makes the worker close its connections. */
  drain(): void {
    this.#send({ fw: 'drain' })
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL')
  }

  /** Collects the data of the worker for an admin endpoint. If that fails, the previous data is kept. */
  async collect(path: string): Promise<void> {
    if (!this.isReady) return
    const asked = this.ask({ fw: 'collect', path }, collectTime)
    await asked.then(
      (value) => this.collected.set(path, value),
      () => {},
    )
  }

  /** Sends a request and resolves to the response. Rejects on an error, or after `timeout` milliseconds. */
  async ask(asked: WorkerRequest, timeout: number): Promise<unknown> {
    const id = (this.#asked += 1)
    const isOver = new AbortController()
    try {
      const { promise, resolve } = Promise.withResolvers<WorkerMessage & { fw: 'response' }>()
      this.#waiting.set(id, resolve)
      this.#send({ ...asked, id })
      const late = sleep(timeout, undefined, { signal: isOver.signal })
      const response = await Promise.race([promise, late, this.exit.then(() => undefined)])
      if (!response) throw new Error('The worker did not respond.')
      if (response.error !== undefined) throw new Error(response.error)
      return response.value
    } finally {
      isOver.abort()
      this.#waiting.delete(id)
    }
  }

  /**
   * Handles a worker that ends by itself. Other workers are still running, so its connections can be passed on
   * immediately.
   */
  #endsItself(): void {
    this.#endsByItself = true
    this.#connections.ending()
    this.onEnding?.()
  }

  #close(): void {
    this.#closed.resolve()
    if (this.#endsByItself) this.drain()
  }

  #send(order: Order): void {
    if (this.#worker.isConnected()) this.#worker.send(order, () => {})
  }
}

/** Resolves when all messages of an ended worker have been read. */
async function untilRead(worker: Worker): Promise<void> {
  const end = performance.now() + longestReading
  while (worker.isConnected() && performance.now() < end) await turn()
}

/** Limits the heap, so that V8 collects garbage before the process exceeds its memory limit. */
function heapOf({ maxBytes }: WorkerRole): string[] {
  const limit = maxBytes === undefined ? [] : [`--max-old-space-size=${maxBytes / 1024 ** 2}`]
  return [...process.execArgv, ...limit]
}
