import { literalText, type DeclaredClass } from './declarations.ts'

const placeholder = /^\{([A-Za-z_$][\w$]*)\}$/u
const colonName = /^:([A-Za-z_$][\w$]*)/u

/** Returns the problem with the path of a route, as reported at boot; undefined if it is valid. */
export function pathProblem(path: string): string | undefined {
  if (!path.startsWith('/')) return `it does not start with "/". Write "/${path}".`
  if (/[?#]/u.test(path)) return 'a path cannot contain "?" or "#". Bind query values with @Query.'
  const names = placeholdersOf(path)
  const duplicate = names.find((name, index) => names.indexOf(name) < index)
  if (duplicate !== undefined)
    return `{${duplicate}} is used twice. Give each placeholder another name.`
  const segments = path.slice(1).split('/')
  const literals = segments.filter((segment) => !placeholder.test(segment))
  const partial = literals.find((segment) => /[{}]/u.test(segment))
  if (partial !== undefined) {
    return `"${partial}" is not a placeholder. Write an identifier in braces as a whole segment: /{name}/.`
  }
  const colon = literals.find((segment) => colonName.test(segment))
  if (colon !== undefined) {
    return `"${colon}" is not a placeholder. Write {${colonName.exec(colon)?.[1]}}.`
  }
  const resolved = literals.find((segment) => /^(?:\.|%2e){1,2}$/iu.test(segment))
  if (resolved === undefined) return undefined
  return `"${resolved}" is resolved by clients before they send a request. Write the resulting path.`
}

export function placeholdersOf(path: string): string[] {
  return path.split('/').flatMap((segment) => placeholder.exec(segment)?.[1] ?? [])
}

/** Returns the prefix of a class; an empty string if it has no prefix or the prefix is not a literal. */
export function prefixOf({ attributes }: DeclaredClass): string {
  const use = attributes.find(({ name }) => name === 'Prefix')
  return literalText(use?.arguments?.[0]) ?? ''
}
