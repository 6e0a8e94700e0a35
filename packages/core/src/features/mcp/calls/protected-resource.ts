import type { AccessRule } from '../../access/access-rule.ts'
import type { McpAccessOptions } from '../../access/authentication.ts'
import { AuthenticationUnavailable, InvalidAuthentication } from '../../access/errors.ts'
import type { Scheme } from '../../access/scheme.ts'
import type { Config } from '../../../base/config/config.ts'
import { ConfigValueInvalid } from '../../../base/config/errors.ts'
import type { Handler } from '../../../http/message/handler.ts'
import { methodNotAllowed } from '../../../http/routing/method-not-allowed.ts'
import type { HttpRequest } from '../../../http/message/http-request.ts'
import { jsonHeaders } from '../../../http/message/header-list.ts'
import { Reply } from '../../../http/message/reply.ts'

const metadataPath = '/.well-known/oauth-protected-resource'

/** The time for which the metadata of an authorization server is cached, in milliseconds. */
const cacheMilliseconds = 600_000

/**
 * The time for which a failure to fetch the metadata is cached, in milliseconds. Anyone can request the metadata, so
 * without this time each request would reach the authorization server.
 */
const retryMilliseconds = 30_000

export interface ProtectedResourceParts {
  readonly config: Config
  readonly schemes: AccessRule['schemes']
  readonly options: McpAccessOptions
  readonly allowedHosts: readonly string[]
  readonly scopes: () => readonly string[]
}

/** Publishes `/mcp` as a protected resource, so that clients find its authorization server (RFC 9728). */
export class ProtectedResource {
  /** The audiences of its tokens. Default: the URI of the resource. */
  readonly audiences: readonly string[]
  /** The URL of its metadata. */
  readonly metadata: string
  readonly #resource: string
  readonly #servers: readonly string[]
  readonly #scopes: () => readonly string[]
  readonly #describe: (() => Promise<Readonly<Record<string, unknown>>>) | undefined

  private constructor(
    { config, options, allowedHosts, scopes }: ProtectedResourceParts,
    issuing: readonly Scheme<never>[],
  ) {
    const base = publicUrl(config, allowedHosts)
    this.#resource = `${base}/mcp`
    this.audiences = [options.audience ?? this.#resource]
    this.metadata = `${base}${metadataPath}/mcp`
    this.#servers = options.authorizationServers ?? [
      ...new Set(issuing.flatMap(({ authorizationServers = [] }) => authorizationServers)),
    ]
    this.#scopes = scopes
    const [server, ...others] = this.#servers
    if (server === undefined) {
      throw new InvalidAuthentication(
        'Agents must be able to find out where to get tokens for /mcp, but the schemes do not name their issuers. ' +
          "Name them in the options of Authentication: mcp: { authorizationServers: ['https://id.example.com'] }.",
      )
    }
    const known = issuing.find(({ authorizationServers = [] }) =>
      authorizationServers.includes(server),
    )
    if (others.length === 0 && known?.describeServer) {
      this.#describe = cached(() => known.describeServer?.(server))
    }
  }

  /**
   * Creates the resource from the options; returns undefined if there is no OAuth scheme. Throws `ConfigValueMissing`,
   * `ConfigValueInvalid` or `InvalidAuthentication`.
   */
  static of(parts: ProtectedResourceParts): ProtectedResource | undefined {
    const issuing = [...parts.schemes.values()].filter((scheme) => scheme.authorizationServers)
    return issuing.length > 0 ? new ProtectedResource(parts, issuing) : undefined
  }

  /** The endpoints, by path, from which clients learn how to get a token. */
  get endpoints(): ReadonlyMap<string, Handler> {
    const metadata = publicEndpoint(() => Promise.resolve(this.#metadata()))
    const describe = this.#describe
    return new Map([
      [metadataPath, metadata],
      [`${metadataPath}/mcp`, metadata],
      // Clients of version 2025-03-26 request the metadata of the authorization server from the resource.
      ...(describe
        ? [['/.well-known/oauth-authorization-server', publicEndpoint(describe)] as const]
        : []),
    ])
  }

  #metadata() {
    const scopes = this.#scopes()
    return {
      resource: this.#resource,
      authorization_servers: this.#servers,
      ...(scopes.length > 0 && { scopes_supported: scopes }),
      bearer_methods_supported: ['header'],
    }
  }
}

/** Returns the public URL of the application, without a trailing slash. */
function publicUrl(config: Config, allowedHosts: readonly string[]): string {
  const local = `http://localhost:${config.int('PORT', 8080)}`
  const required = allowedHosts.length > 0 ? config.string('FW_PUBLIC_URL') : undefined
  const url = required ?? config.string('FW_PUBLIC_URL', local)
  if (/^https?:\/\/[^/?#\s]+(?:\/[^?#\s]*)?$/u.test(url)) return url.replace(/\/$/u, '')
  throw new ConfigValueInvalid(
    'FW_PUBLIC_URL',
    'an address such as https://api.example.com',
    'the configuration',
  )
}

function publicEndpoint(describe: () => Promise<object>): Handler {
  const get = async () => new Reply(200, publicHeaders, JSON.stringify(await describe()))
  return (request: HttpRequest) => {
    const { method } = request
    if (method === 'GET' || method === 'HEAD') return get()
    // Browsers send a preflight request, because clients send their version in a header.
    if (method === 'OPTIONS')
      return new Reply(204, [...corsHeaders, 'access-control-max-age', '86400'], null)
    return methodNotAllowed(request, ['GET', 'HEAD', 'OPTIONS'])
  }
}

const corsHeaders = [
  'access-control-allow-origin',
  '*',
  'access-control-allow-methods',
  'GET',
  'access-control-allow-headers',
  '*',
]

const publicHeaders = [...jsonHeaders, ...corsHeaders, 'cache-control', 'public, max-age=300']

/** Caches a result for ten minutes, or a failure for half a minute. Requests never overlap. */
function cached(
  load: () => Promise<Readonly<Record<string, unknown>>> | undefined,
): () => Promise<Readonly<Record<string, unknown>>> {
  let pending: Promise<Readonly<Record<string, unknown>>> | undefined
  let until = 0
  return () => {
    if (pending && until > Date.now()) return pending
    until = Date.now() + cacheMilliseconds
    pending = Promise.resolve(load() ?? {}).catch((error: unknown) => {
      until = Date.now() + retryMilliseconds
      throw new AuthenticationUnavailable(
        'The metadata of the authorization server cannot be fetched.',
        {
          cause: error,
        },
      )
    })
    return pending
  }
}
