import { hash } from 'node:crypto'
import type { JWSHeaderParameters } from 'jose'

/** What was found out about a token that is signed: by which key, and what was judged of its header. */
export interface KnownSignature {
  readonly key: CryptoKey
  readonly header: JWSHeaderParameters
}

/** How many tokens are known at most: two generations of as many, of about 200 bytes each. */
const generation = 5000

/**
 * Signatures that were found to be right, by the SHA-256 of their token: that a key has signed a token stays true.
 * Nothing else is kept of tokens, and nothing of forged ones.
 */
export class KnownSignatures {
  #young = new Map<string, KnownSignature>()
  #old = new Map<string, KnownSignature>()

  find(digest: string): KnownSignature | undefined {
    return this.#young.get(digest) ?? this.#findOld(digest)
  }

  /** What has not been asked for during a whole generation is forgotten. */
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

/** What a token is known by. */
export function digestOf(token: string): string {
  return hash('sha256', token, 'base64')
}
