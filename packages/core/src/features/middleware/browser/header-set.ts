import { HeaderNameMap } from '../../../http/message/header-list.ts'
import { withMoreHeaders, type Reply } from '../../../http/message/reply.ts'
import type { CspNonce } from './csp-nonce.ts'

/** Options for `@SecurityHeaders`. A string replaces the default value of a header; `false` removes the header. */
export interface SecurityHeadersOptions {
  /**
   * The `Content-Security-Policy` of pages. `{nonce}` is replaced with a new nonce for each reply. `false` removes the
   * header from all responses.
   */
  readonly csp?: string | false
  /** The `Strict-Transport-Security` header, which is only sent over TLS. */
  readonly hsts?: string | false
  /** The `Referrer-Policy` header. */
  readonly referrerPolicy?: string | false
  /** The `X-Frame-Options` header. */
  readonly frameOptions?: string | false
  /** The `X-Content-Type-Options` header. */
  readonly contentTypeOptions?: string | false
  /** The `Cross-Origin-Opener-Policy` header. */
  readonly openerPolicy?: string | false
  /** The `Cross-Origin-Resource-Policy` header. */
  readonly resourcePolicy?: string | false
  /** The `Origin-Agent-Cluster` header. */
  readonly originAgentCluster?: string | false
  /** The `X-DNS-Prefetch-Control` header. */
  readonly dnsPrefetchControl?: string | false
  /** The `X-Download-Options` header. */
  readonly downloadOptions?: string | false
  /** The `X-Permitted-Cross-Domain-Policies` header. */
  readonly crossDomainPolicies?: string | false
  /** The `X-XSS-Protection` header. */
  readonly xssProtection?: string | false
}

/**
 * The default policy of helmet without `upgrade-insecure-requests`, which would break pages that are served without
 * TLS.
 */
const pagePolicy = [
  "default-src 'self'",
  "base-uri 'self'",
  "font-src 'self' https: data:",
  "form-action 'self'",
  "frame-ancestors 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "script-src 'self'",
  "script-src-attr 'none'",
  "style-src 'self' https: 'unsafe-inline'",
].join('; ')

const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

const policyName = 'content-security-policy'

/** The default headers of helmet 8.3, with its values except for `csp` and `referrerPolicy`. */
const defaults: Readonly<
  Record<keyof SecurityHeadersOptions, readonly [name: string, value: string]>
> = {
  csp: [policyName, pagePolicy],
  hsts: ['strict-transport-security', 'max-age=31536000; includeSubDomains'],
  // With helmet's `no-referrer`, browsers send `Origin: null` when a form is submitted.
  referrerPolicy: ['referrer-policy', 'strict-origin-when-cross-origin'],
  frameOptions: ['x-frame-options', 'SAMEORIGIN'],
  contentTypeOptions: ['x-content-type-options', 'nosniff'],
  openerPolicy: ['cross-origin-opener-policy', 'same-origin'],
  resourcePolicy: ['cross-origin-resource-policy', 'same-origin'],
  originAgentCluster: ['origin-agent-cluster', '?1'],
  dnsPrefetchControl: ['x-dns-prefetch-control', 'off'],
  downloadOptions: ['x-download-options', 'noopen'],
  crossDomainPolicies: ['x-permitted-cross-domain-policies', 'none'],
  xssProtection: ['x-xss-protection', '0'],
}

/** The headers of a `@SecurityHeaders` decorator. */
export class HeaderSet {
  /** The headers of all responses, as alternating names and values. */
  readonly #fixed: readonly string[]
  /** The headers of responses that are not pages, with and without TLS. */
  readonly #dataHeaders: Readonly<Record<'secure' | 'plain', readonly string[]>>
  readonly #policy: string | undefined
  readonly #transport: string | undefined

  /** Throws a `TypeError` if an option is invalid. */
  constructor(options: SecurityHeadersOptions) {
    for (const key of Object.keys(options)) checkOption(key, options)
    const { csp, hsts, ...fixed } = defaults
    this.#policy = valueOf(options.csp, csp[1])
    this.#transport = valueOf(options.hsts, hsts[1])
    this.#fixed = Object.entries(fixed).flatMap(([key, [name, value]]) => {
      const own = valueOf(options[key as keyof SecurityHeadersOptions], value)
      return own === undefined ? [] : [name, own]
    })
    this.#dataHeaders = {
      secure: this.#list(dataPolicy, true),
      plain: this.#list(dataPolicy, false),
    }
  }

  get hasNonce(): boolean {
    return this.#policy?.includes('{nonce}') ?? false
  }

  /** Adds the headers that the reply does not have yet. */
  addTo(reply: Reply, secure: boolean, nonce: CspNonce): Reply {
    const policy = this.#policyFor(reply, nonce)
    const wanted =
      policy === dataPolicy
        ? this.#dataHeaders[secure ? 'secure' : 'plain']
        : this.#list(policy, secure)
    return withMoreHeaders(reply, hasSecurityHeader(reply) ? missingFrom(reply, wanted) : wanted)
  }

  #list(policy: string | undefined, secure: boolean): string[] {
    const ofPolicy = policy === undefined ? [] : [policyName, policy]
    const ofTransport =
      secure && this.#transport !== undefined ? [defaults.hsts[0], this.#transport] : []
    return [...this.#fixed, ...ofPolicy, ...ofTransport]
  }

  /** Returns the policy for a reply; undefined for a 304, whose policy would replace that of the cached page. */
  #policyFor(reply: Reply, nonce: CspNonce): string | undefined {
    if (this.#policy === undefined || reply.status === 304) return undefined
    if (!/^(?:text\/html|application\/xhtml\+xml)\b/iu.test(reply.header('content-type') ?? '')) {
      return dataPolicy
    }
    return this.hasNonce ? this.#policy.replaceAll('{nonce}', nonce.value) : this.#policy
  }
}

const names = new HeaderNameMap(Object.values(defaults).map(([name]) => [name, true] as const))

function hasSecurityHeader({ headers }: Reply): boolean {
  for (let index = 0; index < headers.length; index += 2) {
    if (names.get(headers[index] as string)) return true
  }
  return false
}

function missingFrom(reply: Reply, wanted: readonly string[]): string[] {
  return wanted.filter(
    (_, index) => reply.header(wanted[index - (index % 2)] as string) === undefined,
  )
}

function valueOf(option: string | false | undefined, value: string): string | undefined {
  return option === false ? undefined : (option ?? value)
}

function checkOption(key: string, options: SecurityHeadersOptions): void {
  const value: unknown = options[key as keyof SecurityHeadersOptions]
  if (!Object.hasOwn(defaults, key)) {
    throw new TypeError(
      `@SecurityHeaders has no option "${key}". Its options are ${Object.keys(defaults).join(', ')}.`,
    )
  }
  if (value === undefined || value === false) return
  if (typeof value === 'string' && /^[\u0020-\u007e]+$/u.test(value)) return
  throw new TypeError(
    `@SecurityHeaders: ${key} must be false, or a header value of printable ASCII characters.`,
  )
}
