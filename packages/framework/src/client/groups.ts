import { reserved } from './operation-writer.ts'
import type { Route } from '../http/routing/route.ts'
import { tagOf } from '../openapi/operation.ts'
import { capitalize } from './type-components.ts'
import { duplicates } from '../schema/component-names.ts'

/** The names that `schemas.js` and `query.d.ts` give to what they import and declare. */
const ownNames = new Set(['schema', 'words', 'queries'])

/** The operations of a controller. */
export interface Group {
  /** The namespace. */
  readonly name: string
  /** The module, without its extension. */
  readonly file: string
  readonly routes: readonly { readonly name: string; readonly route: Route }[]
}

/** The files of a client that no group may take. */
const ownFiles = new Set(['index', 'runtime', 'types', 'query', 'schemas', 'tools', 'progress'])

/** The routes by their controllers; groups and routes sorted by name. */
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

/** The routes with their names: that of the method, behind which HTTP method and path follow for its further routes. */
function nameRoutes(routes: readonly Route[]): Group['routes'] {
  const known = new Set<string>()
  return routes.map((route) => {
    const { name: method } = route.declaration.method
    const place = toId(route.httpMethod.toLowerCase() + route.path).replace(/(?<!_)_+$/u, '')
    const name = known.has(method) ? `${toId(method)}_${place}` : toId(method)
    known.add(method)
    // A module with a function of that name would be taken for a promise.
    return { name: name === 'then' ? 'then_' : name, route }
  })
}

function toId(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}_$]+/gu, '_')
}

/** `src/billing/orders` is `srcBillingOrders`. */
function toCamelCase(text: string): string {
  const words = text.split(/[^\p{L}\p{N}$]+/u).filter(Boolean)
  return uncapitalize(words.map(capitalize).join(''))
}

function uncapitalize(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
