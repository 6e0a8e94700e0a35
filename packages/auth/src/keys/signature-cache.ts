import { hash } from 'node:crypto'
import type { JWSHeaderParameters } from 'jose'

/** A verified signature: its key, and the checked parts of the token's header. */
export interface VerifiedSignature {
  readonly key: CryptoKey
  readonly header: JWSHeaderParameters
}

/**
 * The number of tokens in a generation of the cache. At most two generations are kept. A token takes about 200 bytes.
 */
const generationSize = 5000

/**
 * A cache of verified signatures, by the SHA-256 of their tokens. A verified signature remains valid. The claims of
 * tokens, and tokens with an invalid signature, are not stored.
 */
export class SignatureCache {
  #current = new Map<string, VerifiedSignature>()
  #previous = new Map<string, VerifiedSignature>()

  find(digest: string): VerifiedSignature | undefined {
    return this.#current.get(digest) ?? this.#findPrevious(digest)
  }

  /** Adds a token. Tokens that are not looked up during a whole generation are removed. */
  add(digest: string, signature: VerifiedSignature): void {
    if (this.#current.size >= generationSize) {
      this.#previous = this.#current
      this.#current = new Map()
    }
    this.#current.set(digest, signature)
  }

  #findPrevious(digest: string): VerifiedSignature | undefined {
    const signature = this.#previous.get(digest)
    if (signature) this.add(digest, signature)
    return signature
  }
}

/** Returns the digest that identifies a token. */
export function digestOf(token: string): string {
  return hash('sha256', token, 'base64')
}
