import { createLocalJWKSet, errors, type JSONWebKeySet, type JWSHeaderParameters } from 'jose'
import { CredentialRefused } from '@fw/core'
import { fewestBits } from './signed.ts'

/**
 * Returns the key for the header of a token, or undefined. If the key was found before, returns no promise. Rejects
 * with `CredentialRefused` if several keys match the algorithm and the header has no `kid`.
 */
export type FindKey = (
  header: JWSHeaderParameters,
) => CryptoKey | undefined | Promise<CryptoKey | undefined>

/** Returns a function that finds keys in a key set (RFC 7517). Throws if the set is invalid or empty. */
export function findKeyIn(set: JSONWebKeySet): FindKey {
  const usable = withOneUse(set)
  const findInAll = createLocalJWKSet(usable)
  if (set.keys.length === 0) throw new errors.JWKSInvalid('The key set is empty.')
  // Grouped by name, so that only a few keys of a large set must be tried.
  const named = Map.groupBy(usable.keys, ({ kid }) => kid)
  const finders = new Map<unknown, typeof findInAll>()
  const finderOf = (kid: string) => {
    const keys = named.get(kid)
    const finder = finders.get(kid) ?? (keys ? createLocalJWKSet({ keys }) : findInAll)
    if (keys) finders.set(kid, finder)
    return finder
  }
  const found = new Map<string, CryptoKey>()
  const find = async (header: JWSHeaderParameters) => {
    const { alg, kid } = header
    const findInSome = typeof kid === 'string' ? finderOf(kid) : findInAll
    try {
      const key = await findInSome(header)
      if (isWeak(key)) return undefined
      found.set(nameOf(alg, kid), key)
      return key
    } catch (error) {
      if (error instanceof errors.JWKSMultipleMatchingKeys) {
        throw new CredentialRefused('several keys match, but it has no kid')
      }
      // Unusable keys are ignored (RFC 7517, section 5).
      return undefined
    }
  }
  return (header) => found.get(nameOf(header.alg, header.kid)) ?? find(header)
}

/**
 * Changes the use of public keys that allow signing and verifying to verifying only, because a public key cannot sign.
 */
function withOneUse(set: JSONWebKeySet): JSONWebKeySet {
  if (!Array.isArray(set?.keys)) return set
  const keys = set.keys.map((key) =>
    key?.key_ops?.includes?.('verify') ? { ...key, key_ops: ['verify'] } : key,
  )
  return { ...set, keys }
}

/** True if an RSA key has fewer bits than RFC 7518 requires. */
function isWeak({ algorithm }: CryptoKey): boolean {
  const { modulusLength = fewestBits } = algorithm as { readonly modulusLength?: number }
  return modulusLength < fewestBits
}

/** Returns a cache key for the header fields that select a key of the set. */
function nameOf(alg: unknown, kid: unknown): string {
  return `${String(alg)} ${typeof kid} ${String(kid)}`
}
