import { expect, test } from 'vitest'
import { errorsOf } from './ambiguous-templates.ts'

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
