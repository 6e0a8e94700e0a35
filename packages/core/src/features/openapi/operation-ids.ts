import type { Route } from '../../http/routing/route.ts'
import { duplicates } from '../../data/schema/component-names.ts'

/**
 * Returns an id for each route: `<Class>_<method>`. For further routes of the same class method, HTTP method and path
 * are appended. Ids that still collide are prefixed with the module.
 */
export function createOperationIds(routes: readonly Route[]): ReadonlyMap<Route, string> {
  let previous: Route | undefined
  const ids = routes.map((route): [Route, string] => {
    const { httpMethod, path } = route
    const { class: owner, method } = route.declaration
    const plain = toId(`${owner.name}_${method.name}`)
    // The routes of a method are registered one after another.
    const isFurther =
      previous?.declaration.method === method && previous.controller === route.controller
    previous = route
    return [route, isFurther ? `${plain}_${toId(httpMethod.toLowerCase() + path)}` : plain]
  })
  const shared = duplicates(ids.map(([, id]) => id))
  return new Map(
    ids.map(([route, id]) => [route, shared.has(id) ? `${moduleOf(route)}_${id}` : id]),
  )
}

function moduleOf({ declaration }: Route): string {
  return toId(declaration.class.at.replace(/\.\w+:\d+:\d+$/u, ''))
}

function toId(text: string): string {
  if (/^[a-z]\w*$/iu.test(text)) return text
  return text.replaceAll(/\W+/gu, '_').replaceAll(/^_+|_+$/gu, '')
}
