import { KeyObject } from 'node:crypto'
import {
  compactVerify,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type CompactJWSHeaderParameters,
  type JWTPayload,
} from 'jose'
import { CredentialRefused } from 'fw'
import { signed } from '../keys/signed.ts'
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

/**
 * The claims of a token, at once where its issuer and key are known. Throws, or rejects with, `CredentialRefused`, or
 * `AuthenticationUnavailable` where keys cannot be had.
 */
export function verifyToken(
  token: string,
  findIssuer: FindIssuer,
  audiences?: readonly string[],
): CheckedClaims | Promise<CheckedClaims> {
  // Nothing is fetched or computed for what would be refused in any case.
  const claims = decode(token)
  const found = typeof claims.iss === 'string' ? findIssuer(claims.iss) : undefined
  return found instanceof Promise
    ? found.then((issuer) => verifyOf(issuer, token, claims, audiences))
    : verifyOf(found, token, claims, audiences)
}

function verifyOf(
  issuer: TrustedIssuer | undefined,
  token: string,
  claims: Claims,
  audiences: readonly string[] | undefined,
): CheckedClaims | Promise<CheckedClaims> {
  if (!issuer) throw new CredentialRefused('its issuer is not trusted')
  const checked = audiences
    ? checkClaims(claims, audiences.map(alike), issuer.tolerance, alike)
    : checkClaims(claims, issuer.audiences, issuer.tolerance)
  const verified = verifySignature(token, issuer)
  return verified ? verified.then(() => checked) : checked
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

function verifySignature(token: string, issuer: TrustedIssuer): void | Promise<void> {
  const { algorithms, findKey } = issuer
  const header = decodeHeader(token)
  const { alg } = header
  if (typeof alg !== 'string') throw new CredentialRefused(malformed)
  if (!algorithms.includes(alg)) {
    throw new CredentialRefused('it is signed by an algorithm that is not accepted')
  }
  checkHeader(header, issuer)
  if (findKey instanceof KeyObject) return verifyByJose(token, alg, findKey)
  const key = findKey(header)
  return key instanceof Promise
    ? key.then((known) => verifyBy(known, token, alg))
    : verifyBy(key, token, alg)
}

function decodeHeader(token: string): CompactJWSHeaderParameters {
  try {
    return decodeProtectedHeader(token) as CompactJWSHeaderParameters
  } catch {
    throw new CredentialRefused(malformed)
  }
}

/** What is quick is done at once: to hand it to another thread costs processor time of its own. */
function verifyBy(key: CryptoKey | undefined, token: string, alg: string): void | Promise<void> {
  if (!key) throw new CredentialRefused(noSuchKey)
  const isSigned = signed(token, alg, key)
  if (isSigned === undefined) return verifyByJose(token, alg, key)
  if (!isSigned) throw new CredentialRefused(forged)
}

async function verifyByJose(token: string, alg: string, key: CryptoKey | KeyObject): Promise<void> {
  try {
    await compactVerify(token, key, { algorithms: [alg] })
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    // The messages of jose may repeat what the token says.
    const isForged = error instanceof errors.JWSSignatureVerificationFailed
    throw new CredentialRefused(isForged ? forged : malformed)
  }
}

function checkHeader(header: CompactJWSHeaderParameters, { types }: TrustedIssuer): void {
  const { typ, crit } = header
  // Whoever writes a token may write anything here.
  const kid: unknown = header.kid
  if (kid !== undefined && typeof kid !== 'string') throw new CredentialRefused(noSuchKey)
  if (crit !== undefined) throw new CredentialRefused('it asks for an extension (crit)')
  if (typ === undefined) return
  const type = typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//u, '') : ''
  if (!types.includes(type)) throw new CredentialRefused('it is a token of another type')
}

const forged = 'its signature is not that of its issuer'
const malformed = 'it is malformed'
const noSuchKey = 'the issuer has no such key'
