import { fetchJson } from './fetch-json.ts'

type Metadata = Readonly<Record<string, unknown>>

/**
 * Fetches the metadata of an issuer, first from the URL of RFC 8414, then from the URL of OpenID Discovery. Rejects if
 * neither URL returns the metadata of this issuer.
 */
export async function readIssuerMetadata(issuer: string, signal: AbortSignal): Promise<Metadata> {
  const failures: unknown[] = []
  for (const url of metadataUrls(issuer)) {
    try {
      return requireIssuer(issuer, url, await fetchJson(url, {}, signal))
    } catch (error) {
      failures.push(error)
    }
  }
  throw new AggregateError(failures, `The metadata of the issuer ${issuer} cannot be fetched.`)
}

/** Returns a URL from the metadata. Throws if the URL is missing. */
export function urlIn(metadata: Metadata, name: string): string {
  const url = metadata[name]
  if (typeof url === 'string') return url
  throw new Error(
    `The metadata of the issuer ${String(metadata['issuer'])} does not contain "${name}".`,
  )
}

function metadataUrls(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/u, '')
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]
}

function requireIssuer(issuer: string, url: string, metadata: Metadata): Metadata {
  if (metadata['issuer'] === issuer) return metadata
  throw new Error(`${url} contains the metadata of another issuer, not of ${issuer}.`)
}
