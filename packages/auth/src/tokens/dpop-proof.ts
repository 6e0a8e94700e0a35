import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import {
  calculateJwkThumbprint,
  compactVerify,
  EmbeddedJWK,
  type CompactJWSHeaderParameters,
} from 'jose'
import { CredentialRefused } from '@fw/core'

/** The values that a DPoP proof must match. */
export interface Proven {
  readonly method: string
  /** The URL of the request, without the query. */
  readonly address: string
  readonly token: string
}

export interface DpopProof {
  /** The thumbprint (RFC 7638) of the key that signed the proof. */
  readonly thumbprint: string
  readonly jti: string
  /** The time of issue, in seconds since the epoch. */
  readonly iat: number
  readonly nonce?: string
}

/** The tolerated time difference of a proof, in seconds. */
export const proofTolerance = 60

/** The signature algorithms that proofs may use. */
export const proofAlgorithms = ['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519', 'PS256', 'RS256']
const longest = 4096

/** Reads a DPoP proof (RFC 9449, 4.3). Rejects with `CredentialRefused`. Replayed proofs are detected elsewhere. */
export async function readDpopProof(
  text: string | undefined,
  { method, address, token }: Proven,
): Promise<DpopProof> {
  if (text === undefined) throw new CredentialRefused('the DPoP proof is missing')
  if (text.length > longest) throw new CredentialRefused('the DPoP proof is too long')
  const { protectedHeader, payload } = await verify(text)
  const { htm, htu, iat, jti, ath, nonce } = parse(payload)
  if (htm !== method) throw refused('htm')
  if (typeof htu !== 'string' || normal(htu) !== normal(address)) throw refused('htu')
  if (typeof iat !== 'number' || !(Math.abs(Date.now() / 1000 - iat) <= proofTolerance)) {
    throw refused('iat')
  }
  if (typeof jti !== 'string' || jti === '') throw refused('jti')
  if (ath !== createHash('sha256').update(token).digest('base64url')) throw refused('ath')
  const thumbprint = await calculateJwkThumbprint(protectedHeader.jwk ?? {})
  return { thumbprint, jti, iat, ...(typeof nonce === 'string' ? { nonce } : {}) }
}

async function verify(text: string) {
  try {
    return await compactVerify(text, embeddedKey, { algorithms: proofAlgorithms })
  } catch (error) {
    if (error instanceof CredentialRefused) throw error
    throw new CredentialRefused('the signature of the DPoP proof is invalid')
  }
}

function embeddedKey(header: CompactJWSHeaderParameters) {
  const { typ, crit } = header
  if (typ?.toLowerCase() !== 'dpop+jwt' || crit !== undefined) throw refused('header')
  return EmbeddedJWK(header)
}

function parse(payload: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload).toString('utf8'))
    if (isUtf8(payload) && typeof claims === 'object' && claims !== null)
      return claims as Record<string, unknown>
  } catch {
    // The proof is rejected below, like other invalid payloads.
  }
  throw refused('payload')
}

/**
 * Normalizes a URL as in RFC 3986, 6.2.2 and 6.2.3, as far as the URL standard does. Removes the query and fragment.
 */
function normal(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin, pathname } = new URL(address)
  return origin + pathname
}

function refused(what: string): CredentialRefused {
  return new CredentialRefused(`the ${what} of the DPoP proof does not match`)
}
