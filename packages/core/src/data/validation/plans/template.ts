import type { TypeInfo } from '../../../base/reflection/type-info.ts'
import { fold, type TypeCases } from '../../../base/reflection/type-tree.ts'
import type { ValuePlan } from '../value-plan.ts'
import { toMatcher, toPattern, type Grammar } from './grammar.ts'

/** Plans a template literal type, such as `user-${number}`. */
export function template(parts: readonly TypeInfo[]): ValuePlan {
  const grammar = parts.map(grammarOf)
  const pattern = `^${toPattern(grammar)}$`
  const matches = toMatcher(grammar)
  return {
    jsonTypes: ['string'],
    code: 'regex',
    parameters: { pattern },
    message: `must match the pattern ${pattern}.`,
    test: (code, value) => `typeof ${value} === 'string' && ${code.bind(matches)}(${value})`,
    cast: (value) => value,
    schema: () => ({ type: 'string', pattern }),
  }
}

const sign: Grammar = { repeat: { set: '+-' }, min: 0, max: 1 }
const digit: Grammar = { set: '0-9' }
const digits: Grammar = { repeat: digit, min: 1 }
const anyDigits: Grammar = { repeat: digit, min: 0 }
const minus: Grammar = { repeat: { set: '-' }, min: 0, max: 1 }

/** A decimal number, with an optional exponent. */
const number: Grammar = [
  sign,
  {
    either: [
      [digits, optional(['.', anyDigits])],
      ['.', digits],
    ],
  },
  optional([{ set: 'Ee' }, sign, digits]),
]

function optional(grammar: Grammar): Grammar {
  return { repeat: grammar, min: 0, max: 1 }
}

function grammarOf(part: TypeInfo): Grammar {
  return fold(part, grammars)
}

const grammars: TypeCases<Grammar> = {
  string: () => ({ repeat: { set: 'any' }, min: 0 }),
  number: () => number,
  int: () => [sign, digits],
  bigint: () => [minus, { either: ['0', [{ set: '1-9' }, anyDigits]] }],
  enum: ({ values }) => ({ either: values.map(String) }),
  union: ({ members }) => ({ either: members.map(grammarOf) }),
  template: ({ parts }) => parts.map(grammarOf),
  other: () => [],
}
