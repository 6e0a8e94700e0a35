import { hash } from 'node:crypto'
import type { JWSHeaderParameters } from 'jose'

/** A token whose signature was verified: the key, and the checked parts of its header. */
export interface KnownSignature {
  readonly key: CryptoKey
  readonly header: JWSHeaderParameters
}

/**
 * The number of tokens in a generation of the cache. At most two generations are kept. A token takes about 200 bytes.
 */
const generation = 5000

/**
 * A cache of verified signatures, by the SHA-256 of their tokens. A signature that was valid remains valid. Other data
 * of tokens, and forged tokens, are not stored.
 */
export class KnownSignatures {
  #young = new Map<string, KnownSignature>()
  #old = new Map<string, KnownSignature>()

  find(digest: string): KnownSignature | undefined {
    return this.#young.get(digest) ?? this.#findOld(digest)
  }

  /** Adds a token. Tokens that are not looked up during a whole generation are removed. */
  add(digest: string, known: KnownSignature): void {
    if (this.#young.size >= generation) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(digest, known)
  }

  #findOld(digest: string): KnownSignature | undefined {
    const found = this.#old.get(digest)
    if (found) this.add(digest, found)
    return found
  }
}

/** Returns the digest that identifies a token. */
export function digestOf(token: string): string {
  return hash('sha256', token, 'base64')
}
