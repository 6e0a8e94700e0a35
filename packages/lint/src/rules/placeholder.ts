import type { TypeNode } from '../ast.ts'
import { literalText, routesOf, type DeclaredParameter } from '../declarations.ts'
import { pathProblem, placeholdersOf, prefixOf } from '../paths.ts'
import { createRule } from '../rule.ts'

export const placeholder = createRule(
  'Paths of routes must be valid, and their placeholders must match parameters.',
  ({ classes, textOf }, report) => {
    for (const type of classes) {
      for (const method of type.methods) {
        for (const use of routesOf(method)) {
          const routePath = literalText(use.arguments?.[0])
          if (routePath === undefined) continue
          const problem = pathProblem(routePath)
          if (problem !== undefined) {
            report(use.node, `${method.owner}: the path "${routePath}" cannot be used: ${problem}`)
            continue
          }
          const path = prefixOf(type) + routePath
          const names = placeholdersOf(path)
          // A parameter may also come from the prefix of the application, unless a placeholder in this path is unused.
          const unused = names.filter((name) =>
            method.parameters.every((each) => each.name !== name),
          )
          const alternatives = unused.map((name) => `"${name}"`).join(' or ')
          const unfilled = method.parameters.filter(
            (each) => alternatives && isUnfilled(each, names),
          )
          for (const { node, name, type: declared } of unfilled) {
            report(
              node,
              `${method.owner}: parameter "${name}" (${declared ? textOf(declared) : ''}) has no source. Rename it to ${alternatives}, as in the path "${path}", mark it @Query(), or give it a default.`,
            )
          }
        }
      }
    }
  },
)

function isUnfilled(
  { name, type, attributes, isOptional }: DeclaredParameter,
  names: readonly string[],
): boolean {
  return (
    type !== undefined &&
    isScalar(type) &&
    attributes.length === 0 &&
    !isOptional &&
    !names.includes(name)
  )
}

/** True for scalar types. The container may provide values of other types. */
function isScalar({ type, typeName }: TypeNode): boolean {
  return /^TS(?:String|Number|Boolean|BigInt)Keyword$/u.test(type) || typeName?.name === 'int'
}
