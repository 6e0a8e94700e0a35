import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorsOf } from './ambiguous-templates.ts'

test.for(['parts', 'numbers', 'either'] as const)(
  'the matcher of %s accepts what the published pattern does',
  (key) => {
    const pattern = new RegExp(errorsOf({ [key]: '' })?.[key]?.[0]?.slice(23, -1) ?? '', 'u')
    let accepted = 0
    const texts = fc.oneof(
      fc.stringMatching(pattern, { maxLength: 20 }),
      fc.string({ unit: fc.constantFrom(...'aab-1.+eEx!'), maxLength: 12 }),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const fits = pattern.test(text)
        if (fits) accepted += 1
        expect({ text, fits: errorsOf({ [key]: text }) === undefined }).toEqual({ text, fits })
      }),
      { numRuns: 800, seed: 20261122 },
    )
    expect(accepted).toBeGreaterThan(80)
  },
)

test.for([
  ['1.25-3+.5x', true],
  ['.5.5.5.5x', true],
  ['1e3-2E-1+7.0x', true],
  ['....x', false],
  ['1e-e2.3x', false],
  ['123x', false],
  ['1234', false],
] as const)('four numbers before an x: %s is valid: %o', ([text, isValid]) => {
  expect(errorsOf({ numbers: text }) === undefined).toBe(isValid)
})
