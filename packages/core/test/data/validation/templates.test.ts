import * as fc from 'fast-check'
import { Hydrator } from '@fw/core'
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

class Numbered {
  constructor(readonly id: `${bigint}n`) {}
}

test.for([
  ['0n', true],
  ['10n', true],
  ['-79n', true],
  ['012n', false],
  ['--1n', false],
  ['+1n', false],
  ['1.5n', false],
  ['n', false],
  [':n', false],
  ['/n', false],
] as const)('a bigint before an n: %s is valid: %o', ([id, isValid]) => {
  const read = () => new Hydrator().hydrate(Numbered, { id })
  if (isValid) expect(read()).toEqual(new Numbered(id))
  else expect(read).toThrow()
})
