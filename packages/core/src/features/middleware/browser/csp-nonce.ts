import { supplied } from '../../../base/container/supplied.ts'

/** The nonce in the page's content security policy, for `nonce="…"` on its scripts. It can be used like a string. */
export class CspNonce {
  static readonly [supplied]: string | undefined = undefined

  readonly #value: string | undefined

  /** `value` is undefined if the policy does not contain `{nonce}`. */
  constructor(value: string | undefined) {
    this.#value = value
  }

  static create(): CspNonce {
    return new CspNonce(btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18)))))
  }

  /** The nonce, different for each reply. Throws a `TypeError` if the policy does not contain `{nonce}`. */
  get value(): string {
    if (this.#value !== undefined) return this.#value
    throw new TypeError(
      "The csp of @SecurityHeaders has no {nonce}, so the nonce has no effect. Add one: script-src 'nonce-{nonce}'.",
    )
  }

  toString(): string {
    return this.value
  }

  toJSON(): string {
    return this.value
  }
}
