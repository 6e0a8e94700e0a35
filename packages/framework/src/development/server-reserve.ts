import { ReservedServer } from './reserved-server.ts'

/** In milliseconds; by then most applications have started, with the processor to themselves. */
const startTime = 300

/** Holds the next server ready while one is serving. */
export class ServerReserve {
  readonly #create: () => ReservedServer
  #next: ReservedServer | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(folder: string, options: readonly string[]) {
    this.#create = () => new ReservedServer(folder, options)
  }

  /** A server that is to be started. */
  take(): ReservedServer {
    clearTimeout(this.#timer)
    const server = this.#next ?? this.#create()
    this.#next = undefined
    this.#timer = setTimeout(() => (this.#next = this.#create()), startTime)
    return server
  }

  /** Ends the server that waits: it has read what is no longer true. */
  async discard(): Promise<void> {
    clearTimeout(this.#timer)
    const next = this.#next
    this.#next = undefined
    await next?.stop()
  }
}
