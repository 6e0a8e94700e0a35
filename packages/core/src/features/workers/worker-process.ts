import cluster, { type Worker } from 'node:cluster'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { roleKey, type WorkerRole } from '../../base/platform/processes.ts'
import { followConnections, type WorkerConnections } from './follow-connections.ts'
import {
  isFrameworkMessage,
  type WorkerRequest,
  type PrimaryMessage,
  type WorkerMessage,
} from './messages.ts'

/** The time limit for collecting the data of a worker for an admin endpoint, in milliseconds. */
const collectTimeout = 2000

/**
 * The time limit for reading the channel of an ended worker, in milliseconds, because its child processes may keep the
 * channel open.
 */
const readTimeout = 1000

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
  /**
   * Resolves to the line to print when the worker is ready. Rejects with the reason if the worker
   * ends earlier.
   */
  readonly ready: Promise<string>
  /** Resolves to the exit code, or the name of the signal. */
  readonly exit: Promise<number | string>
  /** Resolves when all messages have been read, at the latest one second after the exit. */
  readonly disconnected: Promise<void>
  /** Called when the worker is ending without a request from the primary. */
  onEnding: (() => void) | undefined
  /** Called when the worker exceeds its memory limit. */
  onMemoryExceeded: ((bytes: number) => void) | undefined
  isReady = false
  /** True if the worker is ending after an exception, without a request from the primary. */
  endsByItself = false
  /** True if the worker accepts connections. */
  readonly isServer: boolean
  /** Its latest data for the endpoints of the admin port, by path. */
  readonly collected = new Map<string, unknown>()
  /** The memory usage of the worker when it became ready. */
  bytesAtStart = 0
  readonly #worker: Worker
  readonly #connections: WorkerConnections
  readonly #closed = Promise.withResolvers<void>()
  readonly #pendingRequests = new Map<
    number,
    (response: WorkerMessage & { fw: 'response' }) => void
  >()
  #lastRequestId = 0

  constructor({ role, argv }: WorkerStart) {
    cluster.setupPrimary({
      exec: process.argv[1] ?? '',
      args: [...argv],
      execArgv: nodeOptionsOf(role),
    })
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
      if (!isFrameworkMessage<WorkerMessage>(message)) return
      if (message.fw === 'failed' && !this.isReady) reason += message.text
      else if (message.fw === 'failed') process.stderr.write(message.text)
      else if (message.fw === 'ending') this.#endsItself()
      else if (message.fw === 'closed') this.#close()
      else if (message.fw === 'full') this.onMemoryExceeded?.(message.bytes)
      else if (message.fw === 'last') this.collected.set(message.path, message.value)
      else if (message.fw === 'response') this.#pendingRequests.get(message.id)?.(message)
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
    void this.disconnected.then(() => this.#connections.redistribute())
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
    const response = this.request({ fw: 'collect', path }, collectTimeout)
    await response.then(
      (value) => this.collected.set(path, value),
      () => {},
    )
  }

  /** Sends a request and resolves to the response. Rejects on an error, after `timeout` ms, or if the worker exits. */
  async request(request: WorkerRequest, timeout: number): Promise<unknown> {
    const id = (this.#lastRequestId += 1)
    const cancelTimeout = new AbortController()
    try {
      const { promise, resolve } = Promise.withResolvers<WorkerMessage & { fw: 'response' }>()
      this.#pendingRequests.set(id, resolve)
      this.#send({ ...request, id })
      const late = sleep(timeout, undefined, { signal: cancelTimeout.signal })
      const response = await Promise.race([promise, late, this.exit.then(() => undefined)])
      if (!response) throw new Error('The worker did not respond.')
      if (response.error !== undefined) throw new Error(response.error)
      return response.value
    } finally {
      cancelTimeout.abort()
      this.#pendingRequests.delete(id)
    }
  }

  /**
   * Handles a worker that ends by itself. Its address stays open for new connections, so its
   * existing connections are closed as soon as it has stopped listening.
   */
  #endsItself(): void {
    this.endsByItself = true
    this.#connections.ending()
    this.onEnding?.()
  }

  #close(): void {
    this.#closed.resolve()
    if (this.endsByItself) this.drain()
  }

  #send(order: PrimaryMessage): void {
    if (this.#worker.isConnected()) this.#worker.send(order, () => {})
  }
}

/** Waits until all messages of an ended worker have been read, but at most `readTimeout`. */
async function untilRead(worker: Worker): Promise<void> {
  const end = performance.now() + readTimeout
  while (worker.isConnected() && performance.now() < end) await turn()
}

/**
 * Returns the Node options: those of this process, and a heap limit, so that V8 collects garbage
 * before the worker exceeds its memory limit.
 */
function nodeOptionsOf({ maxBytes }: WorkerRole): string[] {
  const limit = maxBytes === undefined ? [] : [`--max-old-space-size=${maxBytes / 1024 ** 2}`]
  return [...process.execArgv, ...limit]
}
