import { GreaterThan, LessThan, Max, Min, standardSchema } from '@fw/core'
import { expect, test } from 'vitest'

const limits = [-1000, -999, -120, -100, -10, -9, -1, 0, 1, 9, 10, 19, 99, 100, 105, 990]

/** Integers next to powers of ten and next to the limits, as clients write them. */
const numbers = limits.flatMap((limit) => [limit - 11, limit - 1, limit, limit + 1, limit + 10])

/** Returns the patterns that strings of digits must match, besides that for all integers. */
function patternsOf(target: new (value: bigint) => object): RegExp[] {
  const schema = standardSchema(target)['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
  const found = JSON.stringify(schema).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)
  return Array.from(found, ([, pattern = '']) => new RegExp(JSON.parse(pattern) as string, 'u'))
}

function differences(
  target: new (value: bigint) => object,
  isWithin: (number: number) => boolean,
): number[] {
  const patterns = patternsOf(target)
  expect(patterns.length).toBeGreaterThan(0)
  const matches = (text: string) => patterns.every((pattern) => pattern.test(text))
  return numbers.filter(
    (number) =>
      matches(String(number)) !== isWithin(number) ||
      matches(String(number).replace(/\d/, '00$&')) !== isWithin(number),
  )
}

test.for(limits)('the pattern of a bigint matches its limit %i', (limit) => {
  class AtLeast {
    constructor(@Min(limit) readonly value: bigint) {}
  }
  class AtMost {
    constructor(@Max(limit) readonly value: bigint) {}
  }
  class Above {
    constructor(@GreaterThan(limit - 0.5) readonly value: bigint) {}
  }
  class Below {
    constructor(@LessThan(limit) readonly value: bigint) {}
  }
  class Between {
    constructor(@GreaterThan(limit) @Max(limit + 20) readonly value: bigint) {}
  }
  expect({
    atLeast: differences(AtLeast, (number) => number >= limit),
    atMost: differences(AtMost, (number) => number <= limit),
    above: differences(Above, (number) => number > limit - 0.5),
    below: differences(Below, (number) => number < limit),
    between: differences(Between, (number) => number > limit && number <= limit + 20),
  }).toEqual({ atLeast: [], atMost: [], above: [], below: [], between: [] })
})
