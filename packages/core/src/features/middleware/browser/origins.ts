/** A list of origins, as browsers send them. `https://*.example.com` matches direct subdomains. */
export class Origins {
  readonly #exact = new Set<string>()
  readonly #patterns: (readonly [before: string, after: string])[] = []

  /** Throws a `TypeError` for a string that is not an origin. */
  constructor(origins: readonly string[]) {
    for (const origin of origins) {
      const [before = '', after] = origin.split('//*.', 2)
      checkOrigin(origin, after === undefined ? origin : `${before}//a.${after}`)
      if (after === undefined) this.#exact.add(origin)
      else this.#patterns.push([`${before}//`, `.${after}`])
    }
  }

  has(origin: string): boolean {
    return (
      this.#exact.has(origin) ||
      this.#patterns.some(
        ([before, after]) =>
          origin.startsWith(before) &&
          origin.endsWith(after) &&
          /^[\w-]{1,63}$/u.test(origin.slice(before.length, -after.length)),
      )
    )
  }
}

function checkOrigin(origin: string, sample: string): void {
  if (sample === 'null') return
  const isWeb = /^https?:/iu.test(sample) && URL.canParse(sample)
  const sent = isWeb ? new URL(sample).origin : sample
  if (sent !== sample) {
    throw new TypeError(
      `"${origin}" is not an origin. Write "${sent.replace('//a.', '//*.')}", as browsers send it.`,
    )
  }
  if (/^[a-z][a-z\d+.-]*:\/\/[^\s/?#@*]+$/u.test(sample)) return
  throw new TypeError(
    `"${origin}" is not an origin. Write scheme, host and port, such as "https://shop.example", or "https://*.shop.example" ` +
      'for its direct subdomains.',
  )
}
