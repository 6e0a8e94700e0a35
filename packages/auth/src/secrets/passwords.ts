import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'

const cost = 2 ** 17
const options = { N: cost, r: 8, p: 1, maxmem: 2 * 128 * cost * 8 } satisfies ScryptOptions
const hashPattern = /^scrypt\$131072\$8\$1\$([\w-]{22})\$([\w-]{43})$/

/** Hashes passwords with scrypt (N=2^17, r=8, p=1, 16 bytes of salt), which takes 128 MiB of memory and about 0.4 s. */
export const Passwords = {
  /** Returns a string to store, which contains the hash and the salt. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16)
    const key = await derive(password, salt)
    return `scrypt$131072$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`
  },

  /**
   * Returns true if a password matches a hash. If the hash is null or invalid, takes the same time and returns false.
   */
  async verify(hash: string | null, password: string): Promise<boolean> {
    const [, salt, key] = hashPattern.exec(hash ?? '') ?? []
    const expected = Buffer.from(key ?? '', 'base64url')
    const actual = await derive(password, Buffer.from(salt ?? 'A'.repeat(22), 'base64url'))
    return expected.length === actual.length && timingSafeEqual(expected, actual)
  },
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
