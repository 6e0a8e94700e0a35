import { type Class, Clock, Config, Container, Kernel, Logger, Router } from '@fw/core'
import { SessionStore } from '@fw/core/web'
import { RecordedLog } from '../../http/serving.ts'

/** A clock that stops until it is set. */
export class SetClock extends Clock {
  #now = Date.now()

  override now(): number {
    return this.#now
  }

  forward(milliseconds: number): void {
    this.#now += milliseconds
  }
}

const keys = { FW_KEYS: 'sessions are sealed by this key in tests' }

export interface SessionKernel {
  readonly kernel: Kernel
  readonly clock: SetClock
  readonly log: RecordedLog
}

/** A kernel whose sessions are in a store, or sealed in their cookies. */
export function sessionKernel(
  controllers: readonly Class[],
  store?: SessionStore,
  config: Record<string, string> = store ? {} : keys,
): SessionKernel {
  const clock = new SetClock()
  const log = new RecordedLog()
  const container = new Container()
    .instance(Clock, clock)
    .instance(Logger, log)
    .instance(Config, Config.of(config))
  if (store) container.instance(SessionStore, store)
  const router = new Router()
  for (const type of controllers) router.register(type)
  return { kernel: new Kernel(container.boot(), router), clock, log }
}

/** Sends requests like a browser, which keeps its cookies. */
export class Visitor {
  readonly cookies = new Map<string, string>()
  readonly kernel: Kernel
  readonly #origin: string

  constructor(kernel: Kernel, origin = 'https://shop.example') {
    this.kernel = kernel
    this.#origin = origin
  }

  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await this.kernel.fetch(
      new Request(this.#origin + path, {
        ...init,
        headers: { ...(cookie && { cookie }), ...(init.headers as Record<string, string>) },
      }),
    )
    for (const set of response.headers.getSetCookie()) this.#keep(set)
    return response
  }

  async read(path: string, init?: RequestInit): Promise<unknown> {
    const response = await this.send(path, init)
    const text = await response.text()
    return text === '' ? response.status : (JSON.parse(text) as unknown)
  }

  /** Another one with the same cookies. */
  twin(): Visitor {
    const twin = new Visitor(this.kernel, this.#origin)
    for (const [name, value] of this.cookies) twin.cookies.set(name, value)
    return twin
  }

  #keep(set: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
    if (set.includes('Max-Age=0')) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}
