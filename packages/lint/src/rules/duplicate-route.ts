import { literalText, routesOf } from '../declarations.ts'
import { pathProblem, prefixOf } from '../paths.ts'
import { createRule } from '../rule.ts'

export const duplicateRoute = createRule(
  'Routes of a module must be unique.',
  ({ classes }, report) => {
    const taken = new Map<string, string>()
    const routes = classes.flatMap((type) =>
      type.methods.flatMap((method) => routesOf(method).map((use) => ({ type, method, use }))),
    )
    for (const { type, method, use } of routes) {
      const own = literalText(use.arguments?.[0])
      if (own === undefined || pathProblem(own) !== undefined) continue
      const prefix = prefixOf(type)
      const path = own === '/' && prefix !== '' ? prefix : prefix + own
      const verb = use.name.toUpperCase()
      const shape = `${verb} ${path.replaceAll(/\{[^{}]*\}/gu, '{}')}`
      const first = taken.get(shape)
      if (first === undefined) taken.set(shape, method.owner)
      else {
        report(
          use.node,
          `${method.owner}: ${verb} ${path} is already handled by ${first}. Two routes of the same method and shape cannot both match: change one path.`,
        )
      }
    }
  },
)
