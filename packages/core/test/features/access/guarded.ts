import {
  AccessRefused,
  Authentication,
  Config,
  Container,
  CredentialRefused,
  EventListenerRegistry,
  Kernel,
  Listener,
  Logger,
  Principal,
  Router,
  Scheme,
  type AccessOptions,
  type Class,
  type Credential,
  type CredentialPlace,
  type KernelOptions,
  type LogDetails,
  type PrincipalOptions,
  type SchemeOptions,
  type Schemes,
} from '@fw/core'
import { startServer } from '../../http/serving.ts'

/** A scheme that authenticates the credentials that a test has chosen. */
export class TokenTable extends Scheme {
  readonly reads: CredentialPlace
  readonly credentials: string[] = []
  readonly #callers: Readonly<Record<string, PrincipalOptions | Principal | Error>>

  constructor(
    reads: CredentialPlace,
    callers: Readonly<Record<string, PrincipalOptions | Principal | Error>>,
    options?: SchemeOptions<Readonly<Record<string, unknown>>>,
  ) {
    super(options)
    this.reads = reads
    this.#callers = callers
  }

  authenticate({ text }: Credential): Principal {
    this.credentials.push(text)
    const found = this.#callers[text]
    if (!found) throw new CredentialRefused('it is not known')
    if (found instanceof Error) throw found
    return found instanceof Principal ? found : new Principal(found)
  }
}

export class User extends Principal {}

export class Robot extends Principal {}

/** Keeps all that is logged. */
export class FullLog extends Logger {
  readonly lines: (readonly [level: string, message: string, details: LogDetails])[] = []

  debug(message: string, details: LogDetails = {}): void {
    this.lines.push(['debug', message, details])
  }
  info(message: string, details: LogDetails = {}): void {
    this.lines.push(['info', message, details])
  }
  warn(message: string, details: LogDetails = {}): void {
    this.lines.push(['warn', message, details])
  }
  error(message: string, details: LogDetails = {}): void {
    this.lines.push(['error', message, details])
  }
}

/** Keeps the reported refusals. */
export class RefusalListener {
  static readonly refusals: AccessRefused[] = []

  @Listener()
  record(event: AccessRefused) {
    RefusalListener.refusals.push(event)
  }
}

export const bearer = (callers: Readonly<Record<string, PrincipalOptions | Principal | Error>>) =>
  new TokenTable({ authorization: 'Bearer' }, callers)

export interface GuardedOptions
  extends Omit<AccessOptions, 'mcp'>, Pick<KernelOptions, 'exposeOpenApi' | 'errors'> {
  readonly schemes?: Schemes
  readonly prepare?: (container: Container) => void
  readonly listeners?: EventListenerRegistry
}

export interface GuardedKernel {
  readonly kernel: Kernel
  readonly log: FullLog
  readonly container: Container
}

/** A kernel with an Authentication. */
export function guardedKernel(
  classes: readonly Class[],
  options: GuardedOptions = {},
): GuardedKernel {
  const { schemes = { user: bearer({ ada: { id: 'ada' } }) }, prepare, listeners } = options
  const log = new FullLog()
  const container = new Container().instance(Config, Config.of({})).instance(Logger, log)
  container.bind(Authentication, () => new Authentication({ ...options, schemes }))
  if (listeners) container.instance(EventListenerRegistry, listeners)
  prepare?.(container)
  container.boot()
  const router = new Router()
  for (const type of classes) router.register(type)
  const root = import.meta.dirname
  return { kernel: new Kernel(container, router, { root, ...options }), log, container }
}

/** A request with a bearer token. */
export function withToken(token: string | undefined, init: RequestInit = {}): RequestInit {
  const authorization: HeadersInit = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return { ...init, headers: { ...(init.headers as Record<string, string>), ...authorization } }
}

export type SendRequest = (path: string, init?: RequestInit) => Promise<Response>

/** Serves a kernel until the test ends. Returns a function that sends requests to it. */
export async function startKernel(kernel: Kernel): Promise<SendRequest> {
  const port = await startServer(kernel)
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init)
}
