import { expect, test } from 'vitest'
import { judgeChange } from './judge-change.ts'

const folders = ['spec/mutants/fixtures/src']
/** Compared with the commit without files, all files changed. */
const base = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
const changed = `in the files that changed since ${base}.`
const shipping = 'spec/mutants/fixtures/test/shipping.check.ts'
const discount = 'spec/mutants/fixtures/test/discount.check.ts'

test('a change passes if its tests notice enough faults', async () => {
  const tests = [shipping, discount]
  const verdict = await judgeChange({ base, folders, tests, seconds: 600 })
  expect(verdict).toEqual({ passes: true, report: `Tests noticed 83 % of 12 faults ${changed}` })
})

test('a change fails with the faults that its tests do not notice', async () => {
  const verdict = await judgeChange({ base, folders, tests: [shipping], seconds: 600 })
  expect(verdict.passes).toBe(false)
  expect(verdict.report.split('\n')).toEqual(
    expect.arrayContaining([
      `Tests noticed 42 % of 12 faults ${changed} 70 % are required. Write tests that notice these:`,
      `survived: ${folders[0]}/shipping.ts:4:10 total >= 5000`,
      `not run: ${folders[0]}/discount.ts:3:7 orders > 10`,
    ]),
  )
})

test('a change passes if there was no time for enough faults', async () => {
  const verdict = await judgeChange({ base, folders, tests: [shipping, discount], seconds: 0 })
  expect(verdict).toEqual({
    passes: true,
    report: `Tests noticed 0 % of 0 faults ${changed} With fewer than 10 faults, a change never fails.`,
  })
})

test('a change of other files passes', async () => {
  const verdict = await judgeChange({ base: 'HEAD', folders, seconds: 600 })
  expect(verdict).toEqual({
    passes: true,
    report: 'Nothing to try: no source changed since HEAD.',
  })
})
