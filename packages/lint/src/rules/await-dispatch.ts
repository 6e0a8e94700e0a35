import type { Expression, Node } from '../ast.ts'
import { createRule } from '../rule.ts'
import type { Declarations } from '../declarations.ts'

/** Methods that report failures only through their promise. */
const awaitedMethods: Readonly<Record<string, string>> = {
  EventDispatcher: 'dispatch',
  Queue: 'push',
}

export const awaitDispatch = createRule(
  'The promise of a dispatch or push must be awaited.',
  (declarations, report) => {
    const senders = sendersIn(declarations)
    for (const { node, call } of unusedCalls(declarations.program)) {
      const { object, property } = call.callee ?? {}
      const sender = object?.type === 'MemberExpression' ? object.property : object
      if (property?.name === undefined || senders.get(sender?.name ?? '') !== property.name)
        continue
      report(
        node,
        `The promise of ${declarations.textOf(call.callee as Node)}() is dropped, so a failure would go unnoticed. Write await before it.`,
      )
    }
  },
)

/** Returns the names of parameters whose type is an event dispatcher or a queue, and for each the method to await. */
function sendersIn({ classes, imported }: Declarations): ReadonlyMap<string, string> {
  const parameters = classes.flatMap(({ parameters: constructorParameters, methods }) => [
    ...constructorParameters,
    ...methods.flatMap((method) => method.parameters),
  ])
  return new Map(
    parameters.flatMap(({ name, type }) => {
      const method = awaitedMethods[imported(type?.typeName?.name ?? '') ?? '']
      return method === undefined ? [] : [[name, method] as const]
    }),
  )
}

/** Yields the calls whose result is not used. */
function* unusedCalls(node: object): Generator<{ node: Node; call: Expression }> {
  const { type, expression } = node as Expression
  if (type === 'ExpressionStatement' && expression?.type === 'CallExpression') {
    yield { node: node as Node, call: expression }
  }
  for (const [key, value] of Object.entries(node)) {
    if (key === 'parent' || value === null || typeof value !== 'object') continue
    yield* unusedCalls(value as object)
  }
}
