import { routes, type DeclaredClass, type DeclaredParameter, type Use } from '../declarations.ts'
import { createRule } from '../rule.ts'

export const attributeCalled = createRule(
  'Decorators of fw must be called.',
  ({ classes }, report) => {
    for (const { place, uses } of classes.flatMap(placesOf)) {
      for (const use of uses) {
        if (use.arguments) continue
        report(
          use.node,
          `${place}: @${use.name} is used without parentheses. Write @${use.name}(${exampleOf(use.name)}).`,
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

/** Returns example arguments for a decorator. */
function exampleOf(name: string): string {
  if (routes.has(name)) return "'/'"
  return withArguments.has(name) ? '…' : ''
}

/** The decorators that cannot be used without arguments, except those of routes. */
const withArguments = new Set([
  'Allows',
  'AnyRole',
  'AnyScope',
  'ApiResponse',
  'BodyLimit',
  'Command',
  'Connection',
  'Cors',
  'Each',
  'Fresh',
  'GreaterThan',
  'HealthCheck',
  'In',
  'JobOptions',
  'LessThan',
  'ListOf',
  'Max',
  'MaxItems',
  'MaxLength',
  'McpHeader',
  'McpResource',
  'McpTool',
  'Min',
  'MinItems',
  'MinLength',
  'MultipleOf',
  'PaginatedItem',
  'Prefix',
  'Provides',
  'RateLimit',
  'Regex',
  'Roles',
  'Schedule',
  'Scopes',
  'Stage',
  'StaticFiles',
  'Table',
  'Throws',
  'Timeout',
  'Use',
  'Without',
])
