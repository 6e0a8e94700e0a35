import { reserved } from './operation-writer.ts'
import type { Route } from '../http/routing/route.ts'
import { createOperationIds } from '../openapi/operation-ids.ts'
import { tagOf } from '../openapi/operation.ts'
import { duplicates } from '../schema/component-names.ts'

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
  const ids = createOperationIds(routes)
  const owners = [...new Set(routes.map(({ declaration }) => declaration.class))]
  const plain = owners.map((owner) => toCamelCase(tagOf(owner.name)))
  const shared = duplicates(plain.map((name) => name.toLowerCase()))
  return owners
    .map((owner, index): Group => {
      const short = plain[index] as string
      const unique = shared.has(short.toLowerCase())
        ? toCamelCase(`${owner.at.replace(/\.\w+:\d+:\d+$/u, '')}_${short}`)
        : short
      const name = reserved.has(unique) ? `${unique}Group` : unique
      const own = routes.filter(({ declaration }) => declaration.class === owner)
      const named = own.map((route) => ({ name: nameOf(route, ids), route }))
      return {
        name,
        file: ownFiles.has(name) ? `${name}-operations` : name,
        routes: named.toSorted(byName),
      }
    })
    .toSorted(byName)
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1
}

/** The name of the method; HTTP method and path follow it for further routes of one method. */
function nameOf(route: Route, ids: ReadonlyMap<Route, string>): string {
  const { class: owner, method } = route.declaration
  const id = ids.get(route) as string
  const plain = `${owner.name}_${method.name}`
  const name = id.slice(id.lastIndexOf(plain) + owner.name.length + 1)
  return id.includes(plain) ? name : id
}

function toCamelCase(text: string): string {
  const words = text.split(/\W+|_/u).filter(Boolean)
  return words
    .map((word, index) =>
      index === 0
        ? word.charAt(0).toLowerCase() + word.slice(1)
        : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join('')
}
