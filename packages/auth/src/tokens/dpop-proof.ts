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
export interface ProofTarget {
  readonly method: string
  /** The URL of the request, without the query. */
  readonly url: string
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
const maxLength = 4096

/**
 * Reads a DPoP proof (RFC 9449, 4.3). Rejects with `CredentialRefused` if it is missing or invalid. Does not detect
 * replayed proofs.
 */
export async function readDpopProof(
  text: string | undefined,
  { method, url, token }: ProofTarget,
): Promise<DpopProof> {
  if (text === undefined) throw new CredentialRefused('the DPoP proof is missing')
  if (text.length > maxLength) throw new CredentialRefused('the DPoP proof is too long')
  const { protectedHeader, payload } = await verify(text)
  const { htm, htu, iat, jti, ath, nonce } = parse(payload)
  if (htm !== method) throw mismatch('htm')
  if (typeof htu !== 'string' || normalizeUrl(htu) !== normalizeUrl(url)) throw mismatch('htu')
  if (typeof iat !== 'number' || !(Math.abs(Date.now() / 1000 - iat) <= proofTolerance)) {
    throw mismatch('iat')
  }
  if (typeof jti !== 'string' || jti === '') throw mismatch('jti')
  if (ath !== createHash('sha256').update(token).digest('base64url')) throw mismatch('ath')
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
  if (typ?.toLowerCase() !== 'dpop+jwt' || crit !== undefined) throw mismatch('header')
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
  throw mismatch('payload')
}

/**
 * Normalizes a URL with `URL`, which applies some of the rules in RFC 3986, 6.2.2 and 6.2.3. Removes the query and
 * fragment.
 */
function normalizeUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

function mismatch(part: string): CredentialRefused {
  return new CredentialRefused(`the ${part} of the DPoP proof does not match`)
}
