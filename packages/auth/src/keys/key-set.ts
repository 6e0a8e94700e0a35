import { createLocalJWKSet, errors, type JSONWebKeySet, type JWSHeaderParameters } from 'jose'
import { CredentialRefused } from 'fw'

/**
 * The key that the header of a token fits, at once where it has been asked for before; undefined where there is none. Rejects with `CredentialRefused` where several
 * fit, and the header names none of them.
 */
export type FindKey = (
  header: JWSHeaderParameters,
) => CryptoKey | undefined | Promise<CryptoKey | undefined>

/** Finds keys in a set (RFC 7517). Throws where it is not a set of keys, or is empty. */
export function findKeyIn(set: JSONWebKeySet): FindKey {
  const findInAll = createLocalJWKSet(set)
  if (set.keys.length === 0) throw new errors.JWKSInvalid('The key set is empty.')
  // Only few keys of a large set are searched.
  const named = Map.groupBy(set.keys, ({ kid }) => kid)
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
      found.set(nameOf(alg, kid), key)
      return key
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) return undefined
      if (error instanceof errors.JWKSMultipleMatchingKeys) {
        throw new CredentialRefused('several keys fit, and it names none of them')
      }
      throw error
    }
  }
  return (header) => found.get(nameOf(header.alg, header.kid)) ?? find(header)
}

/** What decides which key of a set fits. */
function nameOf(alg: unknown, kid: unknown): string {
  return `${String(alg)} ${typeof kid} ${String(kid)}`
}
