import { createHmac } from 'node:crypto'
import { CredentialRefused } from '@fw/core'

/**
 * The period during which the same nonce is issued, in milliseconds. The nonce is accepted until the end of the next
 * period.
 */
const period = 300_000

/** Nonces for DPoP proofs (RFC 9449, 8). All processes with the same secret accept them. */
export class ProofNonces {
  readonly #secret: string

  /** Throws a `TypeError` for a secret that could be guessed. */
  constructor(secret: string) {
    if (secret.length < 32) {
      throw new TypeError(
        `dpop: the secret of the nonces has ${secret.length} characters, so it could be guessed. Use 32 or more.`,
      )
    }
    this.#secret = secret
  }

  /** Throws `CredentialRefused` with a new nonce if the nonce is missing or invalid. */
  check(nonce: string | undefined): void {
    const slot = Math.floor(Date.now() / period)
    const current = this.#of(slot)
    if (nonce === current || nonce === this.#of(slot - 1)) return
    throw new CredentialRefused('the DPoP proof has no valid nonce', {
      error: 'use_dpop_nonce',
      headers: { 'dpop-nonce': current },
    })
  }

  #of(slot: number): string {
    return createHmac('sha256', this.#secret).update(String(slot)).digest('base64url')
  }
}
