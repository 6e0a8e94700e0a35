import {
  CredentialRefused,
  Principal,
  Reply,
  Scheme,
  Session,
  type Config,
  type Credential,
  type HttpRequest,
  type Resolver,
  type SchemeOptions,
  type SessionsOptions,
} from '@fw/core'
import {
  beforeHead,
  callerOf,
  Origins,
  readLifetime,
  refuseForeign,
  sessionCookie,
  SessionOpener,
} from '@fw/core/internals'

type SignedIn = NonNullable<Awaited<ReturnType<typeof callerOf>>>

/** Options for `session()`. */
export interface SessionSchemeOptions
  extends SchemeOptions<object>, Omit<SessionsOptions, 'persistent'> {
  /**
   * Other origins whose pages may send requests with the session, such as `https://shop.example`.
   */
  readonly origins?: readonly string[]
  /**
   * The path of the login page. If the response to a browser's request for a page would be a 401, the browser is
   * redirected to the login page, with the requested page in the query parameter `next`. Default: no redirect.
   */
  readonly loginPath?: string
}

/**
 * Authenticates callers who have signed in. A parameter of type `Session` has the methods `signIn(principal)`,
 * `signOut()` and `signOutEverywhere()`.
 */
export function session(options: SessionSchemeOptions = {}): Scheme<object> {
  return new SessionScheme(options)
}

class SessionScheme extends Scheme<object> {
  readonly reads = { cookie: (request: HttpRequest) => this.#cookieOf(request) }
  readonly #options: SessionSchemeOptions
  readonly #origins: Origins
  readonly #callers = new WeakMap<HttpRequest, SignedIn>()
  #opener: () => SessionOpener = () => {
    throw new TypeError(
      'session(…) is used without an application. Add it to the schemes of an exported class that extends Authentication.',
    )
  }

  constructor(options: SessionSchemeOptions) {
    super(options)
    this.#options = options
    this.#origins = new Origins(options.origins ?? [])
    readLifetime('session(…)', options)
  }

  override get provides() {
    return [Session]
  }

  protected override get makesPrincipals() {
    return true
  }

  override attach(_config: Config, get: Resolver['get']): void {
    let opener: SessionOpener | undefined
    this.#opener = () => (opener ??= new SessionOpener(get, this.#options))
  }

  override async prepare(request: HttpRequest): Promise<void> {
    if (!isSentByScript(request)) refuseForeign(request, this.#origins)
    await this.#opener().open(request)
    const caller = await callerOf(request.get(Session))
    if (caller) this.#callers.set(request, caller)
    const { loginPath } = this.#options
    if (loginPath === undefined || !isNavigation(request)) return
    beforeHead(request, (reply) =>
      reply.status === 401
        ? Reply.redirect(loginAddress(loginPath, request), { status: 303 })
        : reply,
    )
  }

  override authenticate({ request }: Credential): Principal {
    const caller = request && this.#callers.get(request)
    if (!caller) throw new CredentialRefused('no user has signed in')
    return new Principal({ ...caller, authenticatedAt: new Date(caller.at) })
  }

  override openApi() {
    return { type: 'apiKey', in: 'cookie', name: '__Host-session' }
  }

  /**
   * Returns the session cookie, or an empty string for a visitor who has not signed in. The visitor's cookie is not a
   * credential, so it must not be deleted as invalid.
   */
  #cookieOf(request: HttpRequest): string {
    const isVisitor = !this.#callers.has(request) && !request.get(Session).isNew
    return isVisitor ? '' : sessionCookie(request)
  }
}

/**
 * True for a request sent by a script. HTML forms of other origins cannot send an `authorization` header, except for
 * credentials that browsers store and send automatically.
 */
function isSentByScript(request: HttpRequest): boolean {
  const authorization = request.header('authorization')
  return authorization !== undefined && !/^(?:basic|digest|negotiate|ntlm)\b/iu.test(authorization)
}

function isNavigation(request: HttpRequest): boolean {
  if (request.method !== 'GET') return false
  const mode = request.header('sec-fetch-mode')
  if (mode !== undefined) return mode === 'navigate'
  return request.header('accept')?.includes('text/html') === true
}

/**
 * Returns the login path, with the requested page in the query parameter `next`. Omits a page whose
 * path begins with `//` or `/\`, because browsers would read its first part as the name of a host.
 */
function loginAddress(loginPath: string, { path, query }: HttpRequest): string {
  if (/^\/[/\\]/u.test(path)) return loginPath
  const next = query === '' ? path : `${path}?${query}`
  return `${loginPath}?${new URLSearchParams({ next }).toString()}`
}
