import { KeyObject } from 'node:crypto'
import { compactVerify, decodeProtectedHeader, errors, type JWSHeaderParameters } from 'jose'
import { CredentialRefused } from '@fw/core'
import { andThen } from '@fw/core/internals'
import { digestOf, SignatureCache } from '../keys/signature-cache.ts'
import { compactPattern, signatureIn, verifySync } from '../keys/verify-sync.ts'
import type { TrustedIssuer } from '../keys/trusted-issuer.ts'

/**
 * Checks the header of a token, and whether a current key of its issuer has signed it. Throws or rejects with
 * `CredentialRefused`, or `AuthenticationUnavailable` if keys cannot be fetched.
 */
export function verifySignature(token: string, issuer: TrustedIssuer): void | Promise<void> {
  const { findKey } = issuer
  if (findKey instanceof KeyObject) {
    return verifyWithJose(token, checkHeader(decodeHeader(token), issuer), findKey)
  }
  const digest = digestOf(token)
  const known = signatures.find(digest)
  const header = known?.header ?? decodeHeader(token)
  const alg = checkHeader(header, issuer)
  const verify = (key: CryptoKey | undefined): void | Promise<void> => {
    if (!key) throw new CredentialRefused(noSuchKey)
    if (key === known?.key) return
    const addToCache = () => signatures.add(digest, { key, header: checkedHeader(header) })
    const verified = verifyWithKey(key, token, alg)
    return verified ? verified.then(addToCache) : addToCache()
  }
  return andThen(findKey(header), verify)
}

const signatures = new SignatureCache()

function decodeHeader(token: string): JWSHeaderParameters {
  try {
    return decodeProtectedHeader(token)
  } catch {
    throw new CredentialRefused(malformed)
  }
}

/**
 * Returns the parts of a header that are checked, to be cached. Other parts, such as certificates, would use much
 * memory.
 */
function checkedHeader({ alg, kid, typ }: JWSHeaderParameters): JWSHeaderParameters {
  return {
    ...(alg !== undefined && { alg }),
    ...(kid !== undefined && { kid }),
    ...(typ !== undefined && { typ }),
  }
}

/**
 * Checks a header and returns its algorithm. A header that requires an extension (crit) is rejected, and never cached.
 */
function checkHeader(
  header: JWSHeaderParameters,
  { algorithms, types, needsType }: TrustedIssuer,
): string {
  const { alg, typ, crit } = header
  if (typeof alg !== 'string') throw new CredentialRefused(malformed)
  if (!algorithms.includes(alg)) {
    throw new CredentialRefused('it is signed by an algorithm that is not accepted')
  }
  // The header is not trusted, so `kid` may be any value.
  const kid: unknown = header.kid
  if (kid !== undefined && typeof kid !== 'string') throw new CredentialRefused(noSuchKey)
  if (crit !== undefined) throw new CredentialRefused('it requires an extension (crit)')
  if (typ === undefined && !needsType) return alg
  const type = typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//u, '') : ''
  if (!types.includes(type)) throw new CredentialRefused('it is a token of another type')
  return alg
}

/** Verifies a signature. Fast algorithms run on this thread, because passing them to another thread takes longer. */
function verifyWithKey(key: CryptoKey, token: string, alg: string): void | Promise<void> {
  const isSigned = verifySync(token, alg, key)
  if (isSigned === undefined) return verifyWithJose(token, alg, key)
  if (!isSigned) throw new CredentialRefused(forged)
}

async function verifyWithJose(
  token: string,
  alg: string,
  key: CryptoKey | KeyObject,
): Promise<void> {
  if (!compactPattern.test(token)) throw new CredentialRefused(malformed)
  if (!signatureIn(token)) throw new CredentialRefused(forged)
  try {
    await compactVerify(token, key, { algorithms: [alg] })
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    // Messages of jose may contain parts of the token.
    const isForged = error instanceof errors.JWSSignatureVerificationFailed
    throw new CredentialRefused(isForged ? forged : malformed)
  }
}

const forged = 'it was not signed by its issuer'
const malformed = 'it is malformed'
const noSuchKey = 'the issuer has no such key'
