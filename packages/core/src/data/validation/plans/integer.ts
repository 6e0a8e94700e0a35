import type { ValuePlan } from '../value-plan.ts'

const digits = /^[+-]?\d+$/

export const integerPlan: ValuePlan = {
  jsonTypes: ['number'],
  code: 'type.int',
  message: 'must be an integer.',
  test: (_code, value) => `Number.isSafeInteger(${value})`,
  cast: (value) => (typeof value === 'string' ? castText(value) : value),
  schema: () => ({ type: 'integer' }),
}

/** Casts a string of digits to a number. Parses short strings itself, because `Number` is slow for them in V8. */
function castText(text: string): unknown {
  if (text.length > 9) return castOtherText(text)
  let number = 0
  for (let index = 0; index < text.length; index += 1) {
    const digit = text.charCodeAt(index) - 0x30
    if (digit < 0 || digit > 9) return castOtherText(text)
    number = number * 10 + digit
  }
  return text === '' ? text : number
}

function castOtherText(text: string): unknown {
  return digits.test(text) ? Number(text) : text
}
