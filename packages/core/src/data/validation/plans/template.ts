import type { TypeInfo } from '../../../base/reflection/type-info.ts'
import { fold, type TypeCases } from '../../../base/reflection/type-tree.ts'
import type { ValuePlan } from '../value-plan.ts'
import { toMatcher, toPattern, type Form } from './text-form.ts'

/** Plans a template literal type, such as `user-${number}`. */
export function template(parts: readonly TypeInfo[]): ValuePlan {
  const form = parts.map(formOf)
  const pattern = `^${toPattern(form)}$`
  const matches = toMatcher(form)
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

const sign: Form = { repeat: { set: '+-' }, least: 0, most: 1 }
const digit: Form = { set: '0-9' }
const digits: Form = { repeat: digit, least: 1 }
const anyDigits: Form = { repeat: digit, least: 0 }
const minus: Form = { repeat: { set: '-' }, least: 0, most: 1 }

/** A decimal number, with an optional exponent. */
const number: Form = [
  sign,
  {
    either: [
      [digits, optional(['.', anyDigits])],
      ['.', digits],
    ],
  },
  optional([{ set: 'Ee' }, sign, digits]),
]

function optional(form: Form): Form {
  return { repeat: form, least: 0, most: 1 }
}

function formOf(part: TypeInfo): Form {
  return fold(part, forms)
}

const forms: TypeCases<Form> = {
  string: () => ({ repeat: { set: 'any' }, least: 0 }),
  number: () => number,
  int: () => [sign, digits],
  bigint: () => [minus, { either: ['0', [{ set: '1-9' }, anyDigits]] }],
  enum: ({ values }) => ({ either: values.map(String) }),
  union: ({ members }) => ({ either: members.map(formOf) }),
  template: ({ parts }) => parts.map(formOf),
  other: () => [],
}
