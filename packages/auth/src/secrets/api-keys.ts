import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new key. The application stores its `id` and `hash`. */
export interface CreatedApiKey {
  /** The whole key, for its owner: `<prefix>_<id>_<secret>`. It is not stored, so it cannot be shown again. */
  readonly key: string
  /** The public part of the key, by which the application looks it up. */
  readonly id: string
  /** The SHA-256 hash of the whole key as base64url, 43 characters. */
  readonly hash: string
}

/** Creates API keys with 256 random bits. Store only the id and the SHA-256 hash of a key. */
export const ApiKeys = {
  /**
   * Creates a key. `prefix`, such as `shop_live`, allows people and secret scanners to recognize it. Throws a
   * `TypeError` if the prefix is invalid.
   */
  create(prefix: string): CreatedApiKey {
    if (!prefixPattern.test(prefix)) {
      throw new TypeError(
        `ApiKeys.create: "${prefix}" is not a valid prefix. Use 1 to 32 letters, digits and underscores, and begin with a letter.`,
      )
    }
    const id = randomBytes(12).toString('hex')
    const key = `${prefix}_${id}_${randomBytes(32).toString('hex')}`
    return { key, id, hash: hash('sha256', key, 'base64url') }
  },
}

const prefixPattern = /^[A-Za-z]\w{0,31}$/u
const idLength = 24
/** Matches the part after the prefix, with both underscores. */
const restPattern = /^_[\da-f]{24}_[\da-f]{64}$/
const restLength = 90

/** Returns the prefix and the id of a string that has the format of a key, or undefined. */
export function readApiKey(text: string): { prefix: string; id: string } | undefined {
  const prefix = text.slice(0, -restLength)
  const rest = text.slice(-restLength)
  if (!restPattern.test(rest) || !prefixPattern.test(prefix)) return undefined
  return { prefix, id: rest.slice(1, 1 + idLength) }
}

/** Returns true if a key matches a hash. If the hash is missing, takes the same time and returns false. */
export function matchesHash(key: string, expectedHash: string | undefined): boolean {
  const expected = Buffer.from(expectedHash ?? '', 'base64url')
  const isHash = expected.length === emptyHash.length
  // Copying the digest as latin1 is a microsecond faster than creating a buffer for it.
  digest.write(hash('sha256', key, 'latin1'), 'latin1')
  return timingSafeEqual(digest, isHash ? expected : emptyHash) && isHash
}

const emptyHash = Buffer.alloc(32)
const digest = Buffer.alloc(32)
