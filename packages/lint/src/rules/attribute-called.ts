import {
  routes,
  type DeclaredClass,
  type DeclaredParameter,
  type DecoratorUse,
} from '../declarations.ts'
import { createRule } from '../rule.ts'

export const attributeCalled = createRule(
  'Decorators of fw must be called.',
  ({ classes }, report) => {
    for (const { location, uses } of classes.flatMap(decoratedElements)) {
      for (const use of uses) {
        if (use.arguments) continue
        report(
          use.node,
          `${location}: @${use.name} is used without parentheses. Write @${use.name}(${exampleOf(use.name)}).`,
        )
      }
    }
  },
)

interface DecoratedElement {
  readonly location: string
  readonly uses: readonly DecoratorUse[]
}

function decoratedElements({
  name,
  attributes,
  methods,
  parameters,
}: DeclaredClass): DecoratedElement[] {
  return [
    { location: name, uses: attributes },
    ...decoratedParameters(name, parameters),
    ...methods.flatMap((method) => [
      { location: method.owner, uses: method.attributes },
      ...decoratedParameters(method.owner, method.parameters),
    ]),
  ]
}

function decoratedParameters(
  owner: string,
  parameters: readonly DeclaredParameter[],
): DecoratedElement[] {
  return parameters.map(({ attributes }, index) => ({
    location: `${owner}, parameter ${index + 1}`,
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
