import { expect, test } from 'vitest'
import { expectLinearTime } from '../../support/linear-time.ts'
import { errorsOf } from './ambiguous-templates.ts'

test.each(['-1', '1', 'a', '-'])('hostile text is matched in linear time: %s', async (unit) => {
  await expectLinearTime((size) => {
    const text = unit.repeat(size)
    expect(Object.keys(errorsOf({ parts: text, numbers: text, either: text }) ?? {})).toEqual([
      'parts',
      'numbers',
      'either',
    ])
  }, 500)
})
