import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new key, of which `id` and `hash` are kept. */
export interface CreatedApiKey {
  /** For its owner, and not shown again: `<prefix>_<id>_<secret>`. */
  readonly key: string
  /** What it is found by. */
  readonly id: string
  /** Of the whole key: SHA-256 as base64url, 43 characters. */
  readonly hash: string
}

/** Makes keys of 256 random bits, which are known again by their SHA-256. */
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
    return { key, id, hash: hashOf(key).toString('base64url') }
  },
}

const prefixForm = /^[A-Za-z]\w{0,31}$/u
const keyForm = /^([A-Za-z]\w{0,31})_([\da-f]{24})_[\da-f]{64}$/u

/** The prefix and the id of what has the form of a key. */
export function readApiKey(text: string): { prefix: string; id: string } | undefined {
  const [, prefix, id] = keyForm.exec(text) ?? []
  return prefix === undefined || id === undefined ? undefined : { prefix, id }
}

/** Whether a key is the one of a hash. Does the same work where there is no hash. */
export function isKeyOf(key: string, hash: string | undefined): boolean {
  const expected = Buffer.alloc(32)
  const length = Buffer.from(hash ?? '', 'base64url').copy(expected)
  return timingSafeEqual(hashOf(key), expected) && length === 32
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
