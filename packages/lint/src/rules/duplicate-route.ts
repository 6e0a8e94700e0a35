import { literalText, routesOf } from '../declarations.ts'
import { pathProblem, prefixOf } from '../paths.ts'
import { createRule } from '../rule.ts'

export const duplicateRoute = createRule(
  'Routes of a module must be unique.',
  ({ classes }, report) => {
    const firstOwners = new Map<string, string>()
    const routes = classes.flatMap((type) =>
      type.methods.flatMap((method) => routesOf(method).map((use) => ({ type, method, use }))),
    )
    for (const { type, method, use } of routes) {
      const routePath = literalText(use.arguments?.[0])
      if (routePath === undefined || pathProblem(routePath) !== undefined) continue
      const prefix = prefixOf(type)
      const path = routePath === '/' && prefix !== '' ? prefix : prefix + routePath
      const verb = use.name.toUpperCase()
      const shape = `${verb} ${path.replaceAll(/\{[^{}]*\}/gu, '{}')}`
      const first = firstOwners.get(shape)
      if (first === undefined) firstOwners.set(shape, method.owner)
      else {
        report(
          use.node,
          `${method.owner}: ${verb} ${path} is already handled by ${first}. Change one path: other placeholder names are not enough.`,
        )
      }
    }
  },
)
