import type { TypeNode } from '../ast.ts'
import type { DeclaredParameter } from '../declarations.ts'
import { createRule } from '../rule.ts'

const checked: Readonly<Record<string, readonly string[]>> = {
  Email: ['string'],
  GreaterThan: ['number', 'bigint'],
  LessThan: ['number', 'bigint'],
  Max: ['number', 'bigint'],
  MaxItems: ['array'],
  MaxLength: ['string'],
  Min: ['number', 'bigint'],
  MinItems: ['array'],
  MinLength: ['string'],
  MultipleOf: ['number'],
  NotBlank: ['string'],
  Regex: ['string'],
  Url: ['string'],
  Uuid: ['string'],
}

const changed: Readonly<Record<string, readonly string[]>> = {
  LowerCase: ['string'],
  Trim: ['string'],
  UpperCase: ['string'],
}

export const constraintFits = createRule(
  'Constraints must be on values that they can check.',
  ({ classes }, report) => {
    const owned = classes.flatMap(({ name, parameters, methods }) => [
      ...parameters.map((parameter) => ({ parameter, owner: `${name}.${parameter.name}` })),
      ...methods.flatMap((method) =>
        method.parameters.map((parameter) => ({
          parameter,
          owner: `${method.owner}, parameter "${parameter.name}"`,
        })),
      ),
    ])
    for (const { parameter, owner } of owned) {
      for (const { name, node } of parameter.attributes) {
        const problem = misfit(name, parameter)
        if (problem !== undefined) report(node, `${owner}: ${problem}`)
      }
    }
  },
)

function misfit(name: string, { type, attributes }: DeclaredParameter): string | undefined {
  const applies = checked[name] ?? changed[name]
  const declared = type && kindOf(type)
  if (!applies || declared === undefined || applies.includes(declared)) return undefined
  if (attributes.some((use) => use.name === 'ListOf')) return undefined
  const verb = name in checked ? 'checks' : 'changes'
  return `@${name} ${verb} a ${applies.join(' or ')}, but the type is ${declared}. Remove it, or put it on a parameter of that type.`
}

/** Returns the kind of a type without resolving names; undefined if it depends on other declarations. */
function kindOf({ type, typeName }: TypeNode): string | undefined {
  if (typeName?.name === 'int') return 'number'
  return {
    TSStringKeyword: 'string',
    TSNumberKeyword: 'number',
    TSBooleanKeyword: 'boolean',
    TSBigIntKeyword: 'bigint',
    TSArrayType: 'array',
  }[type]
}
