import { ReservedServer } from './reserved-server.ts'

/**
 * The delay before the next process, in milliseconds, so that the current server starts without competition for the CPU.
 */
const startTime = 300

/** Keeps the next server on standby while one is serving. */
export class ServerReserve {
  readonly #create: () => ReservedServer
  #next: ReservedServer | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(folder: string, options: readonly string[]) {
    this.#create = () => new ReservedServer(folder, options)
  }

  /** Returns a server to start. */
  take(): ReservedServer {
    clearTimeout(this.#timer)
    const server = this.#next ?? this.#create()
    this.#next = undefined
    this.#timer = setTimeout(() => (this.#next = this.#create()), startTime)
    return server
  }

  /** Stops the standby server, because the settings that it read have changed. */
  async discard(): Promise<void> {
    clearTimeout(this.#timer)
    const next = this.#next
    this.#next = undefined
    await next?.stop()
  }
}
