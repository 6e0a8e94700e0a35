import { setImmediate } from 'node:timers/promises'
import { Cluster, type ClusterNode, type ClusterOptions, type Redis } from 'ioredis'

/** The statuses of a client whose connections have ended, or are about to. */
const endStatuses = new Set(['disconnecting', 'close', 'reconnecting', 'end'])

/**
 * An ioredis client of a cluster that can be disconnected at any time, and then connected again at once. In `Cluster`,
 * each connection that ends later, such as one to a server that hangs, sets the status `close` and removes the new
 * connection to the same server, so that commands wait indefinitely.
 */
export class ClusterClient extends Cluster {
  readonly #startupNodes: ClusterNode[]
  readonly #isLazy: boolean
  /** The connections that have not ended, including those that the cluster no longer uses. */
  readonly #connections = new Set<Redis>()
  /** The number of calls of `disconnect`. */
  #disconnects = 0
  #hasEnded = false
  /** True if `connect` waits until all connections have ended. */
  #isWaiting = false

  constructor(startupNodes: ClusterNode[], options: ClusterOptions) {
    // Connects below, when the fields exist.
    super(startupNodes, { ...options, lazyConnect: true })
    this.#startupNodes = startupNodes
    this.#isLazy = options.lazyConnect ?? false
    this.on('+node', (node: Redis) => this.#connections.add(node))
    this.on('-node', (node: Redis) => this.#connections.delete(node))
    this.on('end', () => (this.#hasEnded = true))
    this.on('close', () => {
      if (this.#hasEnded && !this.#isWaiting) this.status = 'end'
    })
    if (!this.#isLazy) this.connect().catch(() => {})
  }

  override async connect(): Promise<void> {
    if (endStatuses.has(this.status)) await this.#waitForEnd()
    this.#hasEnded = false
    await super.connect()
  }

  /** Waits for the ends of all connections, and for the events of the cluster that follow. */
  async #waitForEnd(): Promise<void> {
    const disconnects = this.#disconnects
    this.#isWaiting = true
    // With the status `end`, commands fail.
    this.status = 'reconnecting'
    const ended = [...this.#connections].map((node) => new Promise((end) => node.once('end', end)))
    await Promise.all(ended)
    await setImmediate()
    if (disconnects !== this.#disconnects) throw new Error('Connection is closed.')
    this.#isWaiting = false
  }

  override disconnect(reconnect = false): void {
    this.#disconnects += 1
    this.#isWaiting = false
    // Without connections, `Cluster` does not end, except before the first one.
    if (this.nodes().length === 0 && this.status !== 'end') this.status = 'wait'
    super.disconnect(reconnect)
  }

  override duplicate(startupNodes: ClusterNode[] = [], options: ClusterOptions = {}): Cluster {
    return new ClusterClient(startupNodes.length > 0 ? startupNodes : this.#startupNodes, {
      ...this.options,
      lazyConnect: this.#isLazy,
      ...options,
    })
  }
}
