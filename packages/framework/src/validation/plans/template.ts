import type { TypeInfo } from '../../reflection/type-info.ts'
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

const forms: Readonly<Record<string, Form>> = {
  string: { repeat: { set: 'any' }, least: 0 },
  // Decimal, or with an exponent.
  number: [
    sign,
    {
      either: [
        [digits, optional(['.', anyDigits])],
        ['.', digits],
      ],
    },
    optional([{ set: 'Ee' }, sign, digits]),
  ],
  int: [sign, digits],
  bigint: [minus, { either: ['0', [{ set: '1-9' }, anyDigits]] }],
}

function optional(form: Form): Form {
  return { repeat: form, least: 0, most: 1 }
}

function formOf(part: TypeInfo): Form {
  switch (part.kind) {
    case 'enum':
      return { either: part.values.map(String) }
    case 'union':
      return { either: part.members.map(formOf) }
    case 'template':
      return part.parts.map(formOf)
    default:
      return forms[part.kind] ?? []
  }
}
