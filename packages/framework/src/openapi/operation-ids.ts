import type { Route } from '../http/route.ts'

/**
 * An id for each route that other routes do not change: `<Class>_<method>`, with HTTP method and path after it for every further
 * route of one method, and with the module before it for all that would still share one.
 */
export function createOperationIds(routes: readonly Route[]): ReadonlyMap<Route, string> {
  const seen = new Set<string>()
  const ids = routes.map((route): [Route, string] => {
    const { class: owner, method } = route.declaration
    const plain = `${owner.name}_${method.name}`
    const declaration = `${owner.at} ${plain}`
    const isFurther = seen.has(declaration)
    seen.add(declaration)
    return [
      route,
      isFurther ? toId(`${plain}_${route.httpMethod.toLowerCase()}${route.path}`) : toId(plain),
    ]
  })
  const shared = duplicates(ids.map(([, id]) => id))
  return new Map(
    ids.map(([route, id]) => [route, shared.has(id) ? `${moduleOf(route)}_${id}` : id]),
  )
}

function duplicates(ids: readonly string[]): ReadonlySet<string> {
  const once = new Set<string>()
  return new Set(ids.filter((id) => once.size === once.add(id).size))
}

function moduleOf({ declaration }: Route): string {
  return toId(declaration.class.at.replace(/\.\w+:\d+:\d+$/u, ''))
}

function toId(text: string): string {
  return text.replaceAll(/\W+/gu, '_').replaceAll(/^_+|_+$/gu, '')
}
