import type { Route } from '../../../http/routing/route.ts'
import { tagOf } from '../../../features/openapi/operation.ts'
import { capitalize } from '../types/type-syntax.ts'
import { duplicates } from '../../../data/schema/component-names.ts'

/** Names that `schemas.js` and `query.d.ts` import or declare themselves. */
const importedNames = new Set(['schema', 'words', 'queries'])

/** A route with its names in the module of its controller. */
export interface NamedRoute {
  readonly route: Route
  readonly name: string
  /** The name of the constant, which differs from `name` if `name` is reserved. */
  readonly constant: string
  readonly inputType: string
  readonly failureType: string
}

/** The operations of a controller. */
export interface Group<Operation extends { readonly name: string } = NamedRoute> {
  /** The name of the namespace. */
  readonly name: string
  /** The name under which `query` and `schemas` import the operations. */
  readonly alias: string
  /** The name of the module, without its extension. */
  readonly file: string
  readonly operations: readonly Operation[]
}

/** Words that cannot be the name of a constant, and names that the modules import or declare themselves. */
const reserved: ReadonlySet<string> = new Set(
  (
    'arguments await bindGroups break case catch class const continue createClient debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return runtime static super switch this throw true try types typeof undefined var void while with yield'
  ).split(' '),
)

/** File names that are not available for groups. */
const builtInFiles = new Set(['index', 'runtime', 'types', 'query', 'schemas', 'tools', 'progress'])

/** Groups routes by controller. Groups and routes are sorted by name. */
export function groupsOf(routes: readonly Route[]): Group[] {
  const owners = [...new Set(routes.map(({ declaration }) => declaration.class))]
  const plain = owners.map((owner) => uncapitalize(tagOf(owner.name)))
  const shared = duplicates(plain.map((name) => name.toLowerCase()))
  return owners
    .map((owner, index): Group => {
      const short = plain[index] as string
      const unique = shared.has(short.toLowerCase())
        ? toCamelCase(`${owner.at.replace(/\.\w+:\d+:\d+$/u, '')}_${short}`)
        : short
      const name = reserved.has(unique) || importedNames.has(unique) ? `${unique}Group` : unique
      const ownerRoutes = routes.filter(({ declaration }) => declaration.class === owner)
      return {
        name,
        alias: `${name}Operations`,
        file: builtInFiles.has(name) ? `${name}-operations` : name,
        operations: nameRoutes(ownerRoutes).toSorted(byName),
      }
    })
    .toSorted(byName)
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1
}

/**
 * Names each route after its method. For further routes of the same method, the HTTP method and the path are appended.
 */
function nameRoutes(routes: readonly Route[]): NamedRoute[] {
  const known = new Set<string>()
  return routes.map((route) => {
    const { name: method } = route.declaration.method
    const suffix = toId(route.httpMethod.toLowerCase() + route.path).replace(/(?<!_)_+$/u, '')
    const plain = known.has(method) ? `${toId(method)}_${suffix}` : toId(method)
    known.add(method)
    // A module that exports a function `then` would be treated as a promise.
    const name = plain === 'then' ? 'then_' : plain
    const type = capitalize(name)
    return {
      route,
      name,
      constant: reserved.has(name) ? `${name}_` : name,
      inputType: `${type}Input`,
      failureType: `${type}Failure`,
    }
  })
}

function toId(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}_$]+/gu, '_')
}

/** Converts a path to a name: `src/billing/orders` becomes `srcBillingOrders`. */
function toCamelCase(text: string): string {
  const parts = text.split(/[^\p{L}\p{N}$]+/u).filter(Boolean)
  return uncapitalize(parts.map(capitalize).join(''))
}

function uncapitalize(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
