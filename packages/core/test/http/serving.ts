import {
  Config,
  Container,
  Kernel,
  Logger,
  Router,
  type Class,
  type KernelOptions,
  type LogDetails,
} from '@fw/core'
import { serve } from '@fw/core/node'
import { afterAll, beforeAll, onTestFinished } from 'vitest'

/** Keeps the lines that a test may look at. */
export class RecordedLog extends Logger {
  readonly errors: LogDetails[] = []

  debug(): void {}
  info(): void {}
  warn(): void {}

  error(_message: string, details: LogDetails = {}): void {
    this.errors.push(details)
  }
}

export interface Serving {
  readonly kernel: Kernel
  readonly log: RecordedLog
}

/** A kernel of some controllers, with a separate configuration. */
export function kernelOf(
  controllers: readonly Class[],
  options: KernelOptions & { readonly config?: Record<string, string> } = {},
): Serving {
  const log = new RecordedLog()
  const container = new Container()
  container
    .instance(Config, Config.of(options.config ?? {}))
    .instance(Logger, log)
    .boot()
  const router = new Router()
  for (const controller of controllers) router.register(controller)
  return { kernel: new Kernel(container, router, options), log }
}

/** Sends a request to a path. */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** A way into a kernel, open until it is closed. */
export interface Transport {
  readonly ask: Ask
  close(): Promise<void>
}

/** The two ways that tests about requests take in turn. */
export const transports: readonly (readonly [
  name: string,
  open: (kernel: Kernel) => Transport | Promise<Transport>,
])[] = [
  [
    'kernel.fetch',
    (kernel) => ({
      ask: (path, init) => kernel.fetch(new Request(`http://localhost${path}`, init)),
      close: () => Promise.resolve(),
    }),
  ],
  [
    'the Node server',
    async (kernel) => {
      const { port, close } = await serve(kernel, { port: 0, host: '127.0.0.1' })
      return { ask: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init), close }
    },
  ],
]

/** Opens a way for the tests of a `describe`. */
export function useTransport(open: (typeof transports)[number][1], kernel: Kernel): Ask {
  let transport: Transport | undefined
  beforeAll(async () => void (transport = await open(kernel)))
  afterAll(() => transport?.close())
  return (path, init) => (transport as Transport).ask(path, init)
}

/** A Node server that ends with the test. */
export async function startServer(kernel: Kernel): Promise<number> {
  const options = { port: 0, host: '127.0.0.1', shutdownTimeout: 500 }
  const { port, close } = await serve(kernel, options)
  onTestFinished(close)
  return port
}

export function json(body: unknown, method = 'POST'): RequestInit {
  return {
    method,
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
}
