import { expect, test } from 'vitest'
import { judge, judgeChange } from './judge-change.ts'

const folders = ['spec/mutants/fixtures/src']
/** Compared with the commit without files, all files changed. */
const base = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
const changed = `in the files that changed since ${base}.`
const shipping = 'spec/mutants/fixtures/test/shipping.check.ts'

test('a change fails with the location of each fault that its tests do not notice', async () => {
  const verdict = await judgeChange({ base, folders, tests: [shipping], seconds: 600 })
  expect(verdict.passes).toBe(false)
  expect(verdict.report.split('\n')).toEqual([
    `Tests noticed 42 % of 12 faults ${changed} 70 % are required. Write tests that notice these:`,
    ...['2:72 {}', '3:7 false', '3:7 orders < 10', '3:7 orders > 10', '3:7 true'].map(
      (fault) => `not run: ${folders[0]}/discount.ts:${fault}`,
    ),
    `survived: ${folders[0]}/shipping.ts:3:7 false`,
    `survived: ${folders[0]}/shipping.ts:4:10 total >= 5000`,
  ])
})

test('a change passes if there was no time for enough faults', async () => {
  const verdict = await judgeChange({ base, folders, tests: [shipping], seconds: 0 })
  expect(verdict).toEqual({
    passes: true,
    report: `Tests noticed 0 % of 5 faults ${changed} With fewer than 10 faults, a change never fails.`,
  })
})

test('a change passes if its tests notice enough faults', () => {
  const outcome = { mutants: 99, noticed: 10, survived: 2, notRun: 0, notTried: 0 }
  const passing = { ...outcome, score: 10 / 12, minutes: 1, survivors: [] }
  expect(judge(passing, base)).toEqual({
    passes: true,
    report: `Tests noticed 83 % of 12 faults ${changed}`,
  })
})

test('a change of other files passes', async () => {
  const verdict = await judgeChange({ base: 'HEAD', folders, seconds: 600 })
  expect(verdict).toEqual({
    passes: true,
    report: 'Nothing to try: no source changed since HEAD.',
  })
})
