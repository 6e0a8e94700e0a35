import {
  CredentialRefused,
  Scheme,
  type Credential,
  type Principal,
  type SchemeOptions,
} from '@fw/core'
import { andThen } from '@fw/core/internals'
import { matchesHash, readApiKey } from './api-keys.ts'

/** The stored data of an API key. */
export interface StoredApiKey {
  /** The hash that `ApiKeys.create` returned. */
  readonly hash: string
  /** The owner of the key. */
  readonly principal: Principal
  readonly expiresAt?: Date | null
  readonly revokedAt?: Date | null
}

/** Options for `apiKey`, with the function that finds the stored data of a key. */
export interface ApiKeyOptions extends SchemeOptions<object> {
  /** Returns the stored data of a key by its id; null if there is no such key. */
  readonly find: (id: string) => StoredApiKey | null | Promise<StoredApiKey | null>
  /** The prefix that keys must have, if there are several kinds of keys. Default: any prefix. */
  readonly prefix?: string
  /** The header that contains the key, such as `X-Api-Key`. Default: `Authorization`, with the scheme `Bearer`. */
  readonly header?: string
}

/** Authenticates callers with API keys created by `ApiKeys.create`. */
export function apiKey(options: ApiKeyOptions): Scheme<object> {
  return new ApiKeyScheme(options)
}

class ApiKeyScheme extends Scheme<object> {
  readonly reads
  readonly #options: ApiKeyOptions

  constructor(options: ApiKeyOptions) {
    super(options)
    const { header } = options
    this.reads = header === undefined ? { authorization: 'Bearer' } : { header }
    this.#options = options
  }

  override claims(text: string): boolean {
    return this.#read(text) !== undefined
  }

  override authenticate({ text }: Credential): Principal | Promise<Principal> {
    const key = this.#read(text)
    if (!key) throw new CredentialRefused('it does not have the form of a key')
    return andThen(this.#options.find(key.id), (stored) => this.#toPrincipal(text, stored))
  }

  #toPrincipal(text: string, stored: StoredApiKey | null): Principal {
    const matches = matchesHash(text, stored?.hash)
    if (!stored || !matches) throw new CredentialRefused('there is no such key')
    if (stored.revokedAt) throw new CredentialRefused('it was revoked')
    // Written as `!(… >)`, so that an invalid date counts as expired.
    if (stored.expiresAt && !(stored.expiresAt.getTime() > Date.now())) {
      throw new CredentialRefused('it has expired')
    }
    return stored.principal
  }

  #read(text: string) {
    const key = readApiKey(text)
    const { prefix = key?.prefix } = this.#options
    return key?.prefix === prefix ? key : undefined
  }
}
