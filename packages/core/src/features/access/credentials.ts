import type { HttpRequest } from '../../http/message/http-request.ts'
import type { Authentication } from './authentication.ts'
import { schemeNamesOf, type CredentialPlace, type Scheme } from './scheme.ts'

/** A credential, and the scheme that verifies it. */
export interface SentCredential {
  readonly name: string
  readonly scheme: Scheme<never>
  readonly text: string
  readonly prefix: string | undefined
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
  readonly prefix: string
  readonly isAccepted: boolean
}

/**
 * The syntax of credentials in `Authorization` and in custom headers. Commas are not allowed, because some platforms
 * use them to join repeated headers.
 */
const credential = /^[\w.~+/-]+=*$/
const opaque = /^[!-+\--~]+$/

/** The syntax of `Authorization` with a prefix that no accepted scheme reads. */
const authorization = /^[!#$%&'*+.^_`|~\w-]+(?: +\S.*)?$/

/** Reads the credential of a request for the accepted schemes. */
export class CredentialReader {
  readonly #maxLength: number
  /** The readers of `Authorization`, by prefix in lower case. Prefixes without an accepted scheme are left out. */
  readonly #bySchemeName: ReadonlyMap<string, readonly AuthorizationReader[]>
  readonly #headers: readonly (NamedScheme & { readonly field: string })[]
  readonly #cookies: readonly (NamedScheme & {
    readonly cookie: string | ((request: HttpRequest) => string)
  })[]

  constructor(accepted: ReadonlyMap<string, Scheme<never>>, authentication: Authentication) {
    this.#maxLength = authentication.maxCredentialBytes
    const readers = Array.from(authentication.schemes).flatMap(
      ([name, scheme]): AuthorizationReader[] =>
        schemeNamesOf(scheme.reads).map((prefix) => ({
          name,
          scheme,
          prefix,
          isAccepted: accepted.has(name),
        })),
    )
    const byName = Map.groupBy(readers, ({ prefix }) => prefix.toLowerCase())
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
   * Returns the credential in the headers; undefined if no header has one. Returns `malformed` if there are several, or
   * if one has invalid syntax or is too long.
   */
  inHeaders(request: HttpRequest): SentCredential | 'malformed' | undefined {
    let found = this.#bySchemeName.size > 0 ? this.#inAuthorization(request) : undefined
    if (found === 'malformed') return found
    for (const { name, scheme, field } of this.#headers) {
      const texts = request.fields(field)
      const [text] = texts
      if (text === undefined) continue
      const isUsable = texts.length === 1 && opaque.test(text) && text.length <= this.#maxLength
      if (!isUsable || found) return 'malformed'
      found = { name, scheme, text, prefix: undefined, cookie: undefined }
    }
    return found
  }

  /**
   * Returns the credential in a cookie; undefined if no cookie has one. A cookie that is too long, or was sent twice,
   * is deleted.
   */
  inCookies(request: HttpRequest): SentCredential | undefined {
    for (const { name, scheme, cookie: nameOf } of this.#cookies) {
      const cookie = typeof nameOf === 'string' ? nameOf : nameOf(request)
      const text = request.cookies.get(cookie)
      if (text === undefined) continue
      const isUsable = text.length <= this.#maxLength && countCookies(cookie, request) === 1
      if (isUsable) return { name, scheme, text, prefix: undefined, cookie }
      request.cookies.delete(cookie)
    }
    return undefined
  }

  #inAuthorization(request: HttpRequest): SentCredential | 'malformed' | undefined {
    const fields = request.fields('authorization')
    const [field] = fields
    if (field === undefined) return undefined
    if (fields.length > 1 || field.length > this.#maxLength) return 'malformed'
    const space = field.indexOf(' ')
    const end = space === -1 ? field.length : space
    const readers = this.#bySchemeName.get(field.slice(0, end).toLowerCase())
    if (!readers) return authorization.test(field) ? undefined : 'malformed'
    const text = field.slice(end).replace(/^ +/u, '')
    if (!credential.test(text)) return 'malformed'
    const chosen = readers.length === 1 ? readers[0] : chooseReader(readers, text)
    return (
      chosen && {
        name: chosen.name,
        scheme: chosen.scheme,
        text,
        prefix: chosen.prefix,
        cookie: undefined,
      }
    )
  }
}

/**
 * Returns the first accepted scheme that recognizes the credential; undefined if only other schemes recognize it. If no
 * scheme recognizes it, returns the first accepted scheme, which then rejects it.
 */
function chooseReader(
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

function countCookies(name: string, request: HttpRequest): number {
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
