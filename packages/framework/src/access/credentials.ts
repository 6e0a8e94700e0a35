import type { HttpRequest } from '../message/http-request.ts'
import type { Authentication } from './authentication.ts'
import { wordsOf, type CredentialPlace, type Scheme } from './scheme.ts'

/** A credential, and the scheme that judges it. */
export interface FoundCredential {
  readonly name: string
  readonly scheme: Scheme<never>
  readonly text: string
  readonly word: string | undefined
  /** The name of the cookie that holds it. */
  readonly cookie: string | undefined
}

/** Of `Authorization`, and of a header of its own: what no comma can stand in, by which some platforms join fields. */
const credential = /^[\w.~+/-]+=*$/
const opaque = /^[!-+\--~]+$/
const authorization = /^([!#$%&'*+.^_`|~\w-]+)(?: +(\S.*))?$/

/**
 * The one credential in the headers of a request that an accepted scheme reads; undefined where there is none, and
 * `malformed` for several, for broken grammar and for one that is too long.
 */
export function findInHeaders(
  request: HttpRequest,
  accepted: ReadonlyMap<string, Scheme<never>>,
  authentication: Authentication,
): FoundCredential | 'malformed' | undefined {
  const found: FoundCredential[] = []
  const most = authentication.maxCredentialBytes
  const fields = request.fields('authorization')
  const reads = [...accepted.values()].some(({ reads: place }) => 'authorization' in place)
  if (reads && fields.length > 0) {
    const [field = ''] = fields
    const given = authorization.exec(field)
    if (fields.length > 1 || !given || field.length > most) return 'malformed'
    const one = byWord(given[1] as string, given[2] ?? '', accepted, authentication)
    if (one === 'malformed') return one
    if (one) found.push(one)
  }
  for (const [name, scheme] of accepted) {
    if (!('header' in scheme.reads)) continue
    const texts = request.fields(scheme.reads.header.toLowerCase())
    const [text] = texts
    if (text === undefined) continue
    if (texts.length > 1 || !opaque.test(text) || text.length > most) return 'malformed'
    found.push({ name, scheme, text, word: undefined, cookie: undefined })
  }
  return found.length > 1 ? 'malformed' : found[0]
}

/** The scheme of a word: of several the one that claims the credential by its form. */
function byWord(
  word: string,
  text: string,
  accepted: ReadonlyMap<string, Scheme<never>>,
  { schemes }: Authentication,
): FoundCredential | 'malformed' | undefined {
  const readers = [...schemes].filter(([, { reads }]) => ownWord(reads, word) !== undefined)
  const accepting = readers.filter(([name]) => accepted.has(name))
  if (accepting.length === 0) return undefined
  if (!credential.test(text)) return 'malformed'
  const claiming =
    accepting.find(([, scheme]) => scheme.claims(text)) ??
    // What no scheme knows is refused by one of those that read it.
    (readers.some(([, scheme]) => scheme.claims(text)) ? undefined : accepting[0])
  if (!claiming) return undefined
  const [name, scheme] = claiming
  return { name, scheme, text, word: ownWord(scheme.reads, word), cookie: undefined }
}

/** A word as the scheme writes it. */
function ownWord(reads: CredentialPlace, word: string): string | undefined {
  return wordsOf(reads).find((own) => own.toLowerCase() === word.toLowerCase())
}

/** What is in the cookie of an accepted scheme; undefined where there is none. One that was sent twice is cleared. */
export function findInCookies(
  request: HttpRequest,
  accepted: ReadonlyMap<string, Scheme<never>>,
  { maxCredentialBytes }: Authentication,
): FoundCredential | undefined {
  for (const [name, scheme] of accepted) {
    if (!('cookie' in scheme.reads)) continue
    const { cookie: given } = scheme.reads
    const cookie = typeof given === 'string' ? given : given(request)
    const text = request.cookies.get(cookie)
    if (text === undefined) continue
    const isUsable = text.length <= maxCredentialBytes && timesOf(cookie, request) === 1
    if (isUsable) return { name, scheme, text, word: undefined, cookie }
    request.cookies.delete(cookie)
  }
  return undefined
}

function timesOf(name: string, request: HttpRequest): number {
  const pairs = (request.header('cookie') ?? '').split(';')
  return pairs.filter((pair) => pair.trimStart().startsWith(`${name}=`)).length
}

/** The headers that tell accepted schemes who calls. */
export function fieldsOf(accepted: ReadonlyMap<string, Scheme<never>>): string[] {
  const names = [...accepted.values()].map(({ reads }) => {
    if ('header' in reads) return reads.header
    return 'cookie' in reads ? 'Cookie' : 'Authorization'
  })
  return [...new Set(names)]
}
