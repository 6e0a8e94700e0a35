import type * as iron from 'iron-webcrypto'
import { Config } from '../config/config.ts'
import { defaultBinding, type Resolver } from '../container/binding.ts'
import { mostBytes } from './set-cookie.ts'
import { KeysMissing, KeyTooShort, SealingNotInstalled } from './errors.ts'

/** The keys of an application, from `FW_KEYS`: the first writes, all read. */
export class CookieKeys {
  static readonly [defaultBinding] = (resolver: Resolver): CookieKeys =>
    new CookieKeys(resolver.get(Config).list('FW_KEYS', []))

  readonly #keys: readonly string[]

  /** Throws `KeyTooShort`. */
  constructor(keys: readonly string[]) {
    const short = keys.findIndex((key) => key.length < leastLength)
    if (short !== -1) throw new KeyTooShort(short + 1, leastLength)
    this.#keys = keys
  }

  /** Throws `KeysMissing`. */
  get first(): string {
    const [first] = this.#keys
    if (first === undefined) throw new KeysMissing()
    return first
  }

  /** Throws `KeysMissing`, or rejects with `SealingNotInstalled`, where nothing could be sealed. */
  prepareSealing(): Promise<void> {
    if (this.#keys.length === 0) throw new KeysMissing()
    return loaded(sealing())
  }

  /** The value with a code, which nobody else can make, for this name and value. Throws `KeysMissing`. */
  sign(name: string, value: string): string {
    return `${value}.${codeOf(this.first, name, value).toString('base64url')}`
  }

  /** The value of a text that `sign` has made for the same name; undefined for any other text. */
  verify(name: string, text: string): string | undefined {
    const end = text.lastIndexOf('.')
    if (end === -1) return undefined
    const value = text.slice(0, end)
    const given = Buffer.from(text.slice(end + 1), 'base64url')
    const { timingSafeEqual } = process.getBuiltinModule('node:crypto')
    const fits = this.#keys.some((key) => {
      const code = codeOf(key, name, value)
      return code.length === given.length && timingSafeEqual(code, given)
    })
    return fits ? value : undefined
  }

  /** The value as a text that nobody else can read, for this name; it is good for so many milliseconds, or for ever. */
  async seal(name: string, value: string, lifetime = 0): Promise<string> {
    const { defaults, seal } = await sealing()
    return seal([name, value], this.first, { ...defaults, ttl: lifetime })
  }

  /** The value of a text that `seal` has made for the same name; undefined for any other text. */
  async unseal(name: string, text: string): Promise<string | undefined> {
    if (text.length > mostBytes) return undefined
    const { defaults, unseal } = await sealing()
    for (const key of this.#keys) {
      const opened = await unseal(text, key, defaults).catch(() => undefined)
      if (Array.isArray(opened)) return opened[0] === name ? String(opened[1]) : undefined
    }
    return undefined
  }
}

/** Loads the package that seals; it is asked for by those alone who need it. Rejects with `SealingNotInstalled`. */
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

const leastLength = 32

/** A name has no "=", so that no other name and value read the same. */
function codeOf(key: string, name: string, value: string): Buffer {
  const { createHmac } = process.getBuiltinModule('node:crypto')
  return createHmac('sha256', key).update(`${name}=${value}`).digest()
}
