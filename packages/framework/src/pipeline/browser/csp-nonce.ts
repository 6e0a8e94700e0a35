import { supplied } from '../../container/supplied.ts'

/** The value of the attribute `nonce` of a script, so that the policy of its page lets it run. Converts to text. */
export class CspNonce {
  static readonly [supplied]: string | undefined = undefined

  readonly #value: string | undefined

  /** `value` is undefined where the policy has no place for it. */
  constructor(value: string | undefined) {
    this.#value = value
  }

  static create(): CspNonce {
    return new CspNonce(btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18)))))
  }

  /** Fresh for each reply. Throws a `TypeError` where the policy has no `{nonce}`. */
  get value(): string {
    if (this.#value !== undefined) return this.#value
    throw new TypeError(
      "The csp of @SecurityHeaders has no {nonce}, so no script would run by it. Write one: script-src 'nonce-{nonce}'.",
    )
  }

  toString(): string {
    return this.value
  }

  toJSON(): string {
    return this.value
  }
}
