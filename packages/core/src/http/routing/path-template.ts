import { exactList } from '../../base/platform/exact-list.ts'
import { InvalidPathTemplate } from '../error-handling/errors.ts'

/** A path template as a list of segments: `/users/{id}` has the literal `users` and the placeholder `id`. */
export interface PathTemplate {
  readonly segments: readonly Segment[]
  readonly placeholders: readonly string[]
}

export interface Segment {
  /** The percent-encoded literal, as in the path of a request. */
  readonly literal: string
  readonly isPlaceholder: boolean
}

const placeholder = /^\{([A-Za-z_$][\w$]*)\}$/u

/** Parses a path template. `owner` is `Class.method`, for errors. */
export function parsePath(path: string, owner: string): PathTemplate {
  const refuse = (problem: string): never => {
    throw new InvalidPathTemplate(owner, path, problem)
  }
  if (!path.startsWith('/')) refuse(`it does not start with "/". Write "/${path}".`)
  if (/[?#]/u.test(path)) {
    refuse('a path cannot contain "?" or "#". Bind query values with @Query.')
  }
  const placeholders: string[] = []
  const segments = path
    .slice(1)
    .split('/')
    .map((text) => {
      const name = placeholder.exec(text)?.[1]
      if (name === undefined) return { literal: literalOf(text, refuse), isPlaceholder: false }
      if (placeholders.includes(name)) {
        refuse(`{${name}} is used twice. Give each placeholder another name.`)
      }
      placeholders.push(name)
      return { literal: '', isPlaceholder: true }
    })
  return { segments, placeholders: exactList(placeholders) }
}

function literalOf(text: string, refuse: (problem: string) => never): string {
  if (/^[\w~-]*$/u.test(text)) return text
  if (/[{}]/u.test(text)) {
    refuse(
      `"${text}" is not a placeholder. Write an identifier in braces as a whole segment: /{name}/.`,
    )
  }
  const colonName = /^:([A-Za-z_$][\w$]*)/u.exec(text)?.[1]
  if (colonName) refuse(`"${text}" is not a placeholder. Write {${colonName}}.`)
  if (/^(?:\.|%2[Ee]){1,2}$/u.test(text)) {
    refuse(`"${text}" is resolved by clients before they send a request. Write the resulting path.`)
  }
  // Existing percent-encoding is not encoded again.
  return normalizePath(encodeURI(text).replaceAll('%25', '%'))
}

/** Normalizes a path (RFC 3986, 6.2.2): decodes unreserved characters and writes hexadecimal digits in upper case. */
export function normalizePath(path: string): string {
  return path.replaceAll(/%[\dA-Fa-f]{2}/gu, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return /[\w.~-]/u.test(character) ? character : encoded.toUpperCase()
  })
}
