import { KeyObject } from 'node:crypto'
import {
  compactVerify,
  decodeJwt,
  errors,
  type CompactJWSHeaderParameters,
  type JWTPayload,
} from 'jose'
import { CredentialRefused } from 'fw'
import type { TrustedIssuer } from '../keys/trusted-issuer.ts'

/** What a token says. */
export type Claims = Readonly<Record<string, unknown>>

/** Claims that were checked. */
export interface CheckedClaims extends Claims {
  readonly iss: string
  readonly sub: string
  /** Seconds since the epoch, as are the others. */
  readonly exp: number
}

/** Finds the issuer that a token names among those that are trusted. */
export type FindIssuer = (
  iss: string,
) => TrustedIssuer | undefined | Promise<TrustedIssuer | undefined>

/** The claims of a token. Rejects with `CredentialRefused`, or `AuthenticationUnavailable` where keys cannot be had. */
export async function verifyToken(
  token: string,
  findIssuer: FindIssuer,
  audiences?: readonly string[],
): Promise<CheckedClaims> {
  // Nothing is fetched or computed for what would be refused in any case.
  const claims = decode(token)
  const issuer = typeof claims.iss === 'string' ? await findIssuer(claims.iss) : undefined
  if (!issuer) throw new CredentialRefused('its issuer is not trusted')
  const checked = audiences
    ? checkClaims(claims, audiences.map(alike), issuer.tolerance, alike)
    : checkClaims(claims, issuer.audiences, issuer.tolerance)
  await verifySignature(token, issuer)
  return checked
}

function decode(token: string): JWTPayload {
  try {
    return decodeJwt(token)
  } catch {
    throw new CredentialRefused('it is no signed JWT')
  }
}

/** The uri of a resource, whose host may stand in any case, and with one slash at the end or without. */
export function alike(audience: string): string {
  return audience
    .replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/iu, (origin) => origin.toLowerCase())
    .replace(/\/$/u, '')
}

/** Throws `CredentialRefused`. `read` makes an audience of a token comparable. */
export function checkClaims(
  claims: Claims,
  audiences: readonly string[],
  tolerance: number,
  read: (audience: string) => string = (audience) => audience,
): CheckedClaims {
  const { aud, sub, exp, nbf, iat } = claims
  const now = Date.now() / 1000
  const named = new Set(
    [aud]
      .flat()
      .filter((name) => typeof name === 'string')
      .map(read),
  )
  if (!audiences.some((audience) => named.has(audience))) {
    throw new CredentialRefused('it is for another audience')
  }
  if (typeof sub !== 'string' || sub === '') throw new CredentialRefused('it names no subject')
  if (!Number.isFinite(exp)) throw new CredentialRefused('it does not say when it expires')
  if (!(Number(exp) + tolerance > now)) throw new CredentialRefused('it has expired')
  for (const time of [nbf, iat]) {
    if (time === undefined) continue
    if (typeof time !== 'number' || !(time - tolerance <= now)) {
      throw new CredentialRefused('it is not valid yet')
    }
  }
  return claims as CheckedClaims
}

async function verifySignature(token: string, issuer: TrustedIssuer): Promise<void> {
  const { algorithms, findKey } = issuer
  try {
    await compactVerify(
      token,
      async (header) => {
        checkHeader(header, issuer)
        return findKey instanceof KeyObject ? findKey : found(await findKey(header))
      },
      { algorithms: [...algorithms] },
    )
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new CredentialRefused(reasonOf(error))
    throw error
  }
}

function checkHeader(header: CompactJWSHeaderParameters, { types }: TrustedIssuer): void {
  const { typ, crit } = header
  if (crit !== undefined) throw new CredentialRefused('it asks for an extension (crit)')
  if (typ === undefined) return
  const type = String(typ)
    .toLowerCase()
    .replace(/^application\//u, '')
  if (!types.includes(type)) throw new CredentialRefused('it is a token of another type')
}

function found(key: CryptoKey | undefined): CryptoKey {
  if (key) return key
  throw new CredentialRefused('the issuer has no such key')
}

/** The messages of jose may repeat what the token says. */
function reasonOf(error: errors.JOSEError): string {
  return reasons[error.code] ?? 'it is malformed'
}

const reasons: Readonly<Record<string, string>> = {
  ERR_JOSE_ALG_NOT_ALLOWED: 'it is signed by an algorithm that is not accepted',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'its signature is not that of its issuer',
}
