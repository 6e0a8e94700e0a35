import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new key. The application keeps its `id` and `hash`. */
export interface CreatedApiKey {
  /** For its owner, and not shown again: `<prefix>_<id>_<secret>`. */
  readonly key: string
  /** What it is found by. */
  readonly id: string
  /** Of the whole key: SHA-256 as base64url, 43 characters. */
  readonly hash: string
}

/** Makes keys of 256 random bits, which are recognised by their SHA-256. */
export const ApiKeys = {
  /** `prefix`, such as `shop_live`, tells people and scanners whose key it is. Throws a `TypeError`. */
  create(prefix: string): CreatedApiKey {
    if (!prefixForm.test(prefix)) {
      throw new TypeError(
        `ApiKeys.create: "${prefix}" is no prefix. Write a letter, then letters, digits and underscores, up to 32.`,
      )
    }
    const id = randomBytes(12).toString('hex')
    const key = `${prefix}_${id}_${randomBytes(32).toString('hex')}`
    return { key, id, hash: hash('sha256', key, 'base64url') }
  },
}

const prefixForm = /^[A-Za-z]\w{0,31}$/u
const idLength = 24
/** What follows the prefix, with its underscore. */
const restForm = /^_[\da-f]{24}_[\da-f]{64}$/
const restLength = 90

/** The prefix and the id of what has the form of a key. */
export function readApiKey(text: string): { prefix: string; id: string } | undefined {
  const prefix = text.slice(0, -restLength)
  const rest = text.slice(-restLength)
  if (!restForm.test(rest) || !prefixForm.test(prefix)) return undefined
  return { prefix, id: rest.slice(1, 1 + idLength) }
}

/** Whether a key matches a hash. Does the same work where there is no hash. */
export function isKeyOf(key: string, hashed: string | undefined): boolean {
  const expected = Buffer.from(hashed ?? '', 'base64url')
  const isHash = expected.length === nobody.length
  // A digest as bytes takes a microsecond longer than one as text, which is copied to where it is compared.
  digest.write(hash('sha256', key, 'latin1'), 'latin1')
  return timingSafeEqual(digest, isHash ? expected : nobody) && isHash
}

const nobody = Buffer.alloc(32)
const digest = Buffer.alloc(32)
