import { StandbyServer } from './standby-server.ts'

/**
 * The delay before the next process is started, in milliseconds, so that it does not compete with the current server
 * for the CPU.
 */
const startDelay = 300

/** Keeps the next server on standby while one is serving. */
export class StandbyPool {
  readonly #create: () => StandbyServer
  #next: StandbyServer | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(folder: string, options: readonly string[]) {
    this.#create = () => new StandbyServer(folder, options)
  }

  /** Returns a server to start. */
  take(): StandbyServer {
    clearTimeout(this.#timer)
    const server = this.#next ?? this.#create()
    this.#next = undefined
    this.#timer = setTimeout(() => (this.#next = this.#create()), startDelay)
    return server
  }

  /** Stops the standby server. Called when settings that it has read have changed, and at the end. */
  async discard(): Promise<void> {
    clearTimeout(this.#timer)
    const next = this.#next
    this.#next = undefined
    await next?.stop()
  }
}
