import type { Container } from '../../base/container/container.ts'
import { weightsOf } from '../message/weights.ts'
import type { HttpRequest } from '../message/http-request.ts'
import { Messages } from '../../data/validation/message.ts'
import type { ValidationFailed } from '../../data/validation/validation-failed.ts'

/** Formats validation errors for the clients of an application. */
export class FailureMessages {
  readonly #messages: Messages | undefined
  readonly #showsDetails: boolean

  private constructor(messages: Messages | undefined, showsDetails: boolean) {
    this.#messages = messages
    this.#showsDetails = showsDetails
    if (messages?.locales.length === 0) {
      throw new TypeError(
        `${messages.constructor.name}.locales is empty. List the languages that have messages.`,
      )
    }
  }

  /** Creates an instance. Returns undefined if clients receive only the default messages. */
  static of(container: Container, showsDetails: boolean): FailureMessages | undefined {
    const messages = container.has(Messages) ? container.get(Messages) : undefined
    return messages || showsDetails ? new FailureMessages(messages, showsDetails) : undefined
  }

  /** Returns the error in the language of the request. Without a request, the first language is used. */
  translate(failed: ValidationFailed, request: HttpRequest | undefined): ValidationFailed {
    const messages = this.#messages
    const locale = messages && chooseLocale(request?.header('accept-language'), messages.locales)
    return failed.translated(
      ({ code, parameters }) => messages?.text(code, parameters, locale as string),
      this.#showsDetails,
    )
  }
}

/** Returns the best language for an `Accept-Language` header, or the first if none matches. */
function chooseLocale(header: string | undefined, locales: readonly string[]): string {
  const [first = ''] = locales
  if (header === undefined) return first
  const weights = weightsOf(header)
  const accepted = [...weights].filter(([, weight]) => weight > 0)
  for (const [range] of accepted.toSorted(([, one], [, other]) => other - one)) {
    const found =
      range === '*'
        ? locales.find((locale) => weights.get(locale.toLowerCase()) !== 0)
        : findLocale(range, locales)
    if (found !== undefined) return found
  }
  return first
}

/**
 * Returns the language for a language range. `de` matches `de-AT`, and `de-AT` falls back to `de`: the last part of the
 * range is removed until a language matches (RFC 4647, 3.4).
 */
function findLocale(range: string, locales: readonly string[]): string | undefined {
  const moreSpecific = locales.find((locale) => locale.toLowerCase().startsWith(`${range}-`))
  for (let part = range; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('-')))) {
    const found = locales.find((locale) => locale.toLowerCase() === part)
    if (found !== undefined) return found
    if (part === range && moreSpecific !== undefined) return moreSpecific
  }
  return undefined
}
