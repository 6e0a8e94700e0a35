import type { HttpRequest } from '../../http/message/http-request.ts'
import type { Authentication } from './authentication.ts'
import { schemeNamesOf, type CredentialPlace, type Scheme } from './scheme.ts'

/** A credential, and the scheme that verifies it. */
export interface FoundCredential {
  readonly name: string
  readonly scheme: Scheme<never>
  readonly text: string
  readonly word: string | undefined
  /** The name of the cookie that contains the credential. */
  readonly cookie: string | undefined
}

interface NamedScheme {
  readonly name: string
  readonly scheme: Scheme<never>
}

/** A scheme that reads the `Authorization` header with a prefix such as `Bearer`. */
interface AuthorizationReader extends NamedScheme {
  /** The prefix, with the scheme's capitalization. */
  readonly word: string
  readonly isAccepted: boolean
}

/**
 * The syntax of credentials in `Authorization` and in custom headers. Commas are not allowed, because some platforms
 * use them to join repeated headers.
 */
const credential = /^[\w.~+/-]+=*$/
const opaque = /^[!-+\--~]+$/
const authorization = /^[!#$%&'*+.^_`|~\w-]+(?: +\S.*)?$/

/** Finds the credential of a request among the accepted schemes. */
export class CredentialReader {
  readonly #most: number
  /** The readers of `Authorization`, by prefix in lower case; only for accepted schemes. */
  readonly #bySchemeName: ReadonlyMap<string, readonly AuthorizationReader[]>
  readonly #headers: readonly (NamedScheme & { readonly field: string })[]
  readonly #cookies: readonly (NamedScheme & {
    readonly cookie: string | ((request: HttpRequest) => string)
  })[]

  constructor(accepted: ReadonlyMap<string, Scheme<never>>, authentication: Authentication) {
    this.#most = authentication.maxCredentialBytes
    const readers = Array.from(authentication.schemes).flatMap(
      ([name, scheme]): AuthorizationReader[] =>
        schemeNamesOf(scheme.reads).map((word) => ({
          name,
          scheme,
          word,
          isAccepted: accepted.has(name),
        })),
    )
    const byName = Map.groupBy(readers, ({ word }) => word.toLowerCase())
    this.#bySchemeName = new Map(
      Array.from(byName).filter(([, all]) => all.some(({ isAccepted }) => isAccepted)),
    )
    const named = Array.from(accepted, ([name, scheme]) => ({ name, scheme, reads: scheme.reads }))
    this.#headers = named.flatMap(({ name, scheme, reads }) =>
      'header' in reads ? [{ name, scheme, field: reads.header.toLowerCase() }] : [],
    )
    this.#cookies = named.flatMap(({ name, scheme, reads }) =>
      'cookie' in reads ? [{ name, scheme, cookie: reads.cookie }] : [],
    )
  }

  /**
   * Returns the credential in the headers; undefined if it does not exist. Returns `malformed` for several credentials,
   * invalid syntax, or a credential that is too long.
   */
  inHeaders(request: HttpRequest): FoundCredential | 'malformed' | undefined {
    let found = this.#bySchemeName.size > 0 ? this.#inAuthorization(request) : undefined
    if (found === 'malformed') return found
    for (const { name, scheme, field } of this.#headers) {
      const texts = request.fields(field)
      const [text] = texts
      if (text === undefined) continue
      const isUsable = texts.length === 1 && opaque.test(text) && text.length <= this.#most
      if (!isUsable || found) return 'malformed'
      found = { name, scheme, text, word: undefined, cookie: undefined }
    }
    return found
  }

  /** Returns the credential in a cookie; undefined if no cookie has one. A cookie that was sent twice is deleted. */
  inCookies(request: HttpRequest): FoundCredential | undefined {
    for (const { name, scheme, cookie: given } of this.#cookies) {
      const cookie = typeof given === 'string' ? given : given(request)
      const text = request.cookies.get(cookie)
      if (text === undefined) continue
      const isUsable = text.length <= this.#most && timesOf(cookie, request) === 1
      if (isUsable) return { name, scheme, text, word: undefined, cookie }
      request.cookies.delete(cookie)
    }
    return undefined
  }

  #inAuthorization(request: HttpRequest): FoundCredential | 'malformed' | undefined {
    const fields = request.fields('authorization')
    const [field] = fields
    if (field === undefined) return undefined
    if (fields.length > 1 || field.length > this.#most) return 'malformed'
    const space = field.indexOf(' ')
    const end = space === -1 ? field.length : space
    const readers = this.#bySchemeName.get(field.slice(0, end).toLowerCase())
    if (!readers) return authorization.test(field) ? undefined : 'malformed'
    const text = field.slice(end).replace(/^ +/u, '')
    if (!credential.test(text)) return 'malformed'
    const chosen = readers.length === 1 ? readers[0] : chosenOf(readers, text)
    return (
      chosen && {
        name: chosen.name,
        scheme: chosen.scheme,
        text,
        word: chosen.word,
        cookie: undefined,
      }
    )
  }
}

/**
 * Returns the accepted scheme that recognizes the credential. If none does, returns the first accepted scheme, which
 * then rejects it.
 */
function chosenOf(
  readers: readonly AuthorizationReader[],
  text: string,
): AuthorizationReader | undefined {
  let isClaimed = false
  for (const reader of readers) {
    if (!reader.scheme.claims(text)) continue
    if (reader.isAccepted) return reader
    isClaimed = true
  }
  return isClaimed ? undefined : readers.find(({ isAccepted }) => isAccepted)
}

function timesOf(name: string, request: HttpRequest): number {
  const pairs = (request.header('cookie') ?? '').split(';')
  return pairs.filter((pair) => pair.trimStart().startsWith(`${name}=`)).length
}

/** Returns the request headers that the accepted schemes read, for `Vary`. */
export function fieldsOf(accepted: ReadonlyMap<string, Scheme<never>>): string[] {
  return [...new Set(Array.from(accepted.values(), ({ reads }) => fieldOf(reads)))]
}

function fieldOf(reads: CredentialPlace): string {
  if ('header' in reads) return reads.header
  return 'cookie' in reads ? 'Cookie' : 'Authorization'
}
