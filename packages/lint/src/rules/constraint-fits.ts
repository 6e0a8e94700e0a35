import type { TypeNode } from '../ast.ts'
import type { DeclaredParameter } from '../declarations.ts'
import { createRule } from '../rule.ts'

/** The types of values that each constraint or transform is for. */
const applicable: Readonly<Record<string, readonly string[]>> = {
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
  LowerCase: ['string'],
  Trim: ['string'],
  UpperCase: ['string'],
}

export const constraintFits = createRule(
  'Constraints must be on values that they can check.',
  ({ classes }, report) => {
    const constrained = classes.flatMap(({ name, parameters, methods }) => [
      ...parameters.map((parameter) => ({ parameter, owner: `${name}.${parameter.name}` })),
      ...methods.flatMap((method) =>
        method.parameters.map((parameter) => ({
          parameter,
          owner: `${method.owner}, parameter "${parameter.name}"`,
        })),
      ),
    ])
    for (const { parameter, owner } of constrained) {
      for (const { name, node } of parameter.attributes) {
        const problem = findProblem(name, parameter)
        if (problem !== undefined) report(node, `${owner}: ${problem}`)
      }
    }
  },
)

function findProblem(name: string, { type, attributes }: DeclaredParameter): string | undefined {
  const applies = applicable[name]
  const declared = type && kindOf(type)
  if (!applies || declared === undefined || applies.includes(declared)) return undefined
  if (attributes.some((use) => use.name === 'ListOf')) return undefined
  return `@${name} is for values of type ${applies.join(' or ')}, but the type is ${declared}. Remove it, or change the type.`
}

/** Returns the kind of a scalar or an array, without resolving names except `int`; undefined for other types. */
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
