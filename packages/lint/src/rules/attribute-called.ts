import type { DeclaredClass, DeclaredParameter, Use } from '../declarations.ts'
import { createRule } from '../rule.ts'

export const attributeCalled = createRule(
  'Decorators of fw must be called.',
  ({ classes }, report) => {
    for (const { place, uses } of classes.flatMap(placesOf)) {
      for (const use of uses) {
        if (use.arguments) continue
        report(
          use.node,
          `${place}: a decorator is used without parentheses. Write @Name(), not @Name.`,
        )
      }
    }
  },
)

interface AttributedPlace {
  readonly place: string
  readonly uses: readonly Use[]
}

function placesOf({ name, attributes, methods, parameters }: DeclaredClass): AttributedPlace[] {
  return [
    { place: name, uses: attributes },
    ...placesOfParameters(name, parameters),
    ...methods.flatMap((method) => [
      { place: method.owner, uses: method.attributes },
      ...placesOfParameters(method.owner, method.parameters),
    ]),
  ]
}

function placesOfParameters(
  owner: string,
  parameters: readonly DeclaredParameter[],
): AttributedPlace[] {
  return parameters.map(({ attributes }, index) => ({
    place: `${owner}, parameter ${index + 1}`,
    uses: attributes,
  }))
}
