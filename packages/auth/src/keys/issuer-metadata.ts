import { fetchJson } from './fetch-json.ts'

type Metadata = Readonly<Record<string, unknown>>

/**
 * Returns the metadata of an issuer, from RFC 8414 or else OpenID Discovery. Rejects if neither exists, or if the
 * metadata is for another issuer.
 */
export async function readIssuerMetadata(issuer: string, signal: AbortSignal): Promise<Metadata> {
  const failures: unknown[] = []
  for (const address of addressesOf(issuer)) {
    try {
      return ofIssuer(issuer, address, await fetchJson(address, {}, signal))
    } catch (error) {
      failures.push(error)
    }
  }
  throw new AggregateError(failures, `The metadata of the issuer ${issuer} cannot be fetched.`)
}

/** Returns a URL from the metadata. Throws if it is missing. */
export function addressIn(metadata: Metadata, name: string): string {
  const address = metadata[name]
  if (typeof address === 'string') return address
  throw new Error(
    `The metadata of the issuer ${String(metadata['issuer'])} does not contain "${name}".`,
  )
}

function addressesOf(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/u, '')
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]
}

function ofIssuer(issuer: string, address: string, metadata: Metadata): Metadata {
  if (metadata['issuer'] === issuer) return metadata
  throw new Error(`${address} contains the metadata of another issuer, not of ${issuer}.`)
}
