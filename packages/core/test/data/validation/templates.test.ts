import * as fc from 'fast-check'
import { Hydrator, type ValidationFailed } from '@fw/core'
import { expect, test } from 'vitest'

class Ambiguous {
  constructor(
    readonly parts: `${string}-${string}-${string}${number}${string}!`,
    readonly numbers: `${number}${number}${number}${number}x`,
    readonly either: `${'a' | 'aa' | `a${string}`}${'a' | 'aa'}b`,
  ) {}
}

const hydrator = new Hydrator()
const good = { parts: 'a-b-1!', numbers: '1234x', either: 'aaab' }

function errorsOf(data: object): Record<string, string[]> | undefined {
  try {
    hydrator.hydrate(Ambiguous, { ...good, ...data })
    return undefined
  } catch (error) {
    return (error as ValidationFailed).errors
  }
}

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

test('hostile text is matched in linear time', () => {
  const length = 500_000
  const time = (size: number) => {
    const start = performance.now()
    for (const unit of ['-1', '1', 'a', '-']) {
      const text = unit.repeat(size / unit.length)
      expect(Object.keys(errorsOf({ parts: text, numbers: text, either: text }) ?? {})).toEqual([
        'parts',
        'numbers',
        'either',
      ])
    }
    return performance.now() - start
  }
  time(1000)
  // A pattern that tried reading after reading would take hours.
  expect(time(length)).toBeLessThan(20_000)
})
