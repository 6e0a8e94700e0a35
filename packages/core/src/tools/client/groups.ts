import { reserved } from './operation-writer.ts'
import type { Route } from '../../http/routing/route.ts'
import { tagOf } from '../../features/openapi/operation.ts'
import { capitalize } from './type-components.ts'
import { duplicates } from '../../data/schema/component-names.ts'

/** The names that `schemas.js` and `query.d.ts` import or declare. */
const ownNames = new Set(['schema', 'words', 'queries'])

/** The operations of a controller. */
export interface Group {
  /** The name of the namespace. */
  readonly name: string
  /** The name of the module, without its extension. */
  readonly file: string
  readonly routes: readonly { readonly name: string; readonly route: Route }[]
}

/** The names of files that a group cannot have. */
const ownFiles = new Set(['index', 'runtime', 'types', 'query', 'schemas', 'tools', 'progress'])

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
      const name = reserved.has(unique) || ownNames.has(unique) ? `${unique}Group` : unique
      const own = routes.filter(({ declaration }) => declaration.class === owner)
      return {
        name,
        file: ownFiles.has(name) ? `${name}-operations` : name,
        routes: nameRoutes(own).toSorted(byName),
      }
    })
    .toSorted(byName)
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1
}

/** Names each route after its method. Further routes of a method append HTTP method and path. */
function nameRoutes(routes: readonly Route[]): Group['routes'] {
  const known = new Set<string>()
  return routes.map((route) => {
    const { name: method } = route.declaration.method
    const place = toId(route.httpMethod.toLowerCase() + route.path).replace(/(?<!_)_+$/u, '')
    const name = known.has(method) ? `${toId(method)}_${place}` : toId(method)
    known.add(method)
    // A module that exports a function `then` would be treated as a promise.
    return { name: name === 'then' ? 'then_' : name, route }
  })
}

function toId(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}_$]+/gu, '_')
}

/** Returns a path as a name: `src/billing/orders` becomes `srcBillingOrders`. */
function toCamelCase(text: string): string {
  const parts = text.split(/[^\p{L}\p{N}$]+/u).filter(Boolean)
  return uncapitalize(parts.map(capitalize).join(''))
}

function uncapitalize(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
