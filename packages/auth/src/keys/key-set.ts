import { createLocalJWKSet, errors, type JSONWebKeySet, type JWSHeaderParameters } from 'jose'
import { CredentialRefused } from '@fw/core'
import { minRsaBits } from './verify-sync.ts'

/**
 * Returns the key for the header of a token, or undefined. Returns a promise, unless the key is cached. Rejects with
 * `CredentialRefused` if several keys match the header.
 */
export type FindKey = (
  header: JWSHeaderParameters,
) => CryptoKey | undefined | Promise<CryptoKey | undefined>

/** Returns a function that finds keys in a key set (RFC 7517). Throws if the set is invalid or empty. */
export function findKeyIn(set: JSONWebKeySet): FindKey {
  const usable = withVerifyOnly(set)
  const findInSet = createLocalJWKSet(usable)
  if (set.keys.length === 0) throw new errors.JWKSInvalid('The key set is empty.')
  // Grouped by `kid`, so that only a few keys of a large set must be tried.
  const keysById = Map.groupBy(usable.keys, ({ kid }) => kid)
  const finders = new Map<unknown, typeof findInSet>()
  const finderOf = (kid: string) => {
    const keys = keysById.get(kid)
    const finder = finders.get(kid) ?? (keys ? createLocalJWKSet({ keys }) : findInSet)
    if (keys) finders.set(kid, finder)
    return finder
  }
  const cache = new Map<string, CryptoKey>()
  const find = async (header: JWSHeaderParameters) => {
    const { alg, kid } = header
    const findKey = typeof kid === 'string' ? finderOf(kid) : findInSet
    try {
      const key = await findKey(header)
      if (isWeak(key)) return undefined
      cache.set(cacheKeyOf(alg, kid), key)
      return key
    } catch (error) {
      if (error instanceof errors.JWKSMultipleMatchingKeys) {
        throw new CredentialRefused('several keys of its issuer match its header')
      }
      // Unusable keys are ignored (RFC 7517, section 5).
      return undefined
    }
  }
  return (header) => cache.get(cacheKeyOf(header.alg, header.kid)) ?? find(header)
}

/** Reduces `key_ops` that contain `verify` to `verify`, because importing a public key for signing fails. */
function withVerifyOnly(set: JSONWebKeySet): JSONWebKeySet {
  if (!Array.isArray(set?.keys)) return set
  const keys = set.keys.map((key) =>
    key?.key_ops?.includes?.('verify') ? { ...key, key_ops: ['verify'] } : key,
  )
  return { ...set, keys }
}

/** True if an RSA key has fewer bits than RFC 7518 requires. */
function isWeak({ algorithm }: CryptoKey): boolean {
  const { modulusLength = minRsaBits } = algorithm as { readonly modulusLength?: number }
  return modulusLength < minRsaBits
}

/** Returns a cache key for the header fields that select a key of the set. */
function cacheKeyOf(alg: unknown, kid: unknown): string {
  return `${String(alg)} ${typeof kid} ${String(kid)}`
}
