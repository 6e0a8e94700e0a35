import { Redaction } from '../../../base/logging/redact.ts'
import { isPlainObject } from '../../../data/validation/plain-object.ts'

/** The string that replaces a secret value. */
const mask = '[redacted]'

/** The maximum depth of a shown value. */
const maxDepth = 8

/** Masks secrets in headers and fields by their names, like the log. */
export class Masking {
  readonly #secrets: Redaction
  readonly #hidden: ReadonlySet<string>

  /**
   * `hidden` are the names of fields that are hidden in responses or log lines, `more` are additional names of secrets.
   */
  constructor(hidden: ReadonlySet<string>, more: readonly string[]) {
    this.#hidden = hidden
    this.#secrets = new Redaction(more)
  }

  isSecret(name: string): boolean {
    return this.#hidden.has(name) || this.#secrets.isSecret(name)
  }

  /** Returns a copy that JSON can represent, in which secrets are masked. */
  mask(value: unknown, level = 0): unknown {
    if (value instanceof Error) return { name: value.name, message: value.message }
    if (Array.isArray(value)) {
      return level < maxDepth
        ? value.slice(0, 100).map((item) => this.mask(item, level + 1))
        : '[…]'
    }
    if (typeof value === 'bigint' || typeof value === 'symbol') return String(value)
    if (typeof value === 'function') return '[function]'
    if (!isPlainObject(value)) return value
    if (level >= maxDepth) return '{…}'
    const entries = Object.entries(value).map(([name, inner]) => [
      name,
      this.isSecret(name) ? mask : this.mask(inner, level + 1),
    ])
    return Object.fromEntries(entries)
  }

  /** Masks the secret headers. `raw` has alternating names and values. */
  headers(raw: readonly string[]): (readonly [string, string])[] {
    return raw.flatMap((name, index) =>
      index % 2 === 1 ? [] : [[name, this.isSecret(name) ? mask : (raw[index + 1] ?? '')] as const],
    )
  }

  /** Masks the secret fields of a query string or form. */
  pairs(text: string): string {
    const named = new URLSearchParams(text)
    if (![...named.keys()].some((name) => this.isSecret(name))) return text
    for (const name of new Set(named.keys())) if (this.isSecret(name)) named.set(name, mask)
    return named.toString()
  }

  /** Masks the secrets in the body of a response, but not the messages in `errors`, whose keys are field names. */
  response(text: string, type: string): unknown {
    const shown = this.body(text, type)
    if (!isPlainObject(shown) || !isPlainObject(shown['errors'])) return shown
    const { errors } = JSON.parse(text) as { readonly errors: object }
    return { ...shown, errors }
  }

  /**
   * Masks the secrets in a body of a media type. A truncated body is not valid JSON, so it is shown only if it contains
   * no secret name.
   */
  body(text: string, type: string): unknown {
    if (/x-www-form-urlencoded/i.test(type)) return this.pairs(text)
    if (!/json/i.test(type)) return this.#withoutSecrets(text)
    try {
      return this.mask(JSON.parse(text))
    } catch {
      return this.#withoutSecrets(text)
    }
  }

  #withoutSecrets(text: string): string {
    const names = text.match(/[\w-]+/g) ?? []
    return names.some((name) => this.isSecret(name)) ? mask : text
  }
}
