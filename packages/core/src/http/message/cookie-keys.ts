import type * as iron from 'iron-webcrypto'
import { Config } from '../../base/config/config.ts'
import { defaultBinding, type Resolver } from '../../base/container/binding.ts'
import { maxCookieBytes } from './set-cookie.ts'
import { KeysMissing, KeyTooShort, SealingNotInstalled } from './errors.ts'

/**
 * The cookie keys of an application, from `FW_KEYS`. The first key signs and encrypts; all keys can verify and decrypt.
 */
export class CookieKeys {
  static readonly [defaultBinding] = (resolver: Resolver): CookieKeys =>
    new CookieKeys(resolver.get(Config).list('FW_KEYS', []))

  readonly #keys: readonly string[]

  /** Throws `KeyTooShort` if a key has fewer than 32 characters. */
  constructor(keys: readonly string[]) {
    const short = keys.findIndex((key) => key.length < minLength)
    if (short !== -1) throw new KeyTooShort(short + 1, minLength)
    this.#keys = keys
  }

  /** The key for signing and encrypting. Throws `KeysMissing`. */
  get first(): string {
    const [first] = this.#keys
    if (first === undefined) throw new KeysMissing()
    return first
  }

  /** Loads the package for sealed cookies. Throws `KeysMissing`, or rejects with `SealingNotInstalled`. */
  prepareSealing(): Promise<void> {
    if (this.#keys.length === 0) throw new KeysMissing()
    return loaded(sealing())
  }

  /** Returns the value with a signature that covers the name and the value. Throws `KeysMissing`. */
  sign(name: string, value: string): string {
    return `${value}.${signatureOf(this.first, name, value).toString('base64url')}`
  }

  /** Returns the value of a string that `sign` created for the same name, otherwise undefined. */
  verify(name: string, text: string): string | undefined {
    const end = text.lastIndexOf('.')
    if (end === -1) return undefined
    const value = text.slice(0, end)
    const signature = Buffer.from(text.slice(end + 1), 'base64url')
    const { timingSafeEqual } = process.getBuiltinModule('node:crypto')
    const isValid = this.#keys.some((key) => {
      const expected = signatureOf(key, name, value)
      return expected.length === signature.length && timingSafeEqual(expected, signature)
    })
    return isValid ? value : undefined
  }

  /**
   * Encrypts the value. The result can only be decrypted with the same name, and is valid for `lifetime` milliseconds,
   * or indefinitely if `lifetime` is 0.
   */
  async seal(name: string, value: string, lifetime = 0): Promise<string> {
    const { defaults, seal } = await sealing()
    return seal([name, value], this.first, { ...defaults, ttl: lifetime })
  }

  /**
   * Decrypts a string that `seal` created for the same name. Returns undefined for any other string, and after the
   * lifetime.
   */
  async unseal(name: string, text: string): Promise<string | undefined> {
    if (text.length > maxCookieBytes) return undefined
    const { defaults, unseal } = await sealing()
    for (const key of this.#keys) {
      const opened = await unseal(text, key, defaults).catch(() => undefined)
      if (Array.isArray(opened)) return opened[0] === name ? String(opened[1]) : undefined
    }
    return undefined
  }
}

/** Loads the package for sealed cookies, which is optional. Rejects with `SealingNotInstalled`. */
async function sealing(): Promise<Pick<typeof iron, 'defaults' | 'seal' | 'unseal'>> {
  try {
    return await import('iron-webcrypto')
  } catch (cause) {
    throw new SealingNotInstalled(cause)
  }
}

async function loaded(loading: Promise<unknown>): Promise<void> {
  await loading
}

const minLength = 32

/** Computes the signature. The "=" is unambiguous, because a name cannot contain one. */
function signatureOf(key: string, name: string, value: string): Buffer {
  const { createHmac } = process.getBuiltinModule('node:crypto')
  return createHmac('sha256', key).update(`${name}=${value}`).digest()
}
