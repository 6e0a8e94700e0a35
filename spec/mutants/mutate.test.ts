import type { Mutant } from '@stryker-mutator/api/core'
import { expect, test } from 'vitest'
import { mutate } from './mutate.ts'
import { isSampled } from './sample.ts'

test('faults that no test notices are listed with their location', async () => {
  const folder = 'spec/mutants/fixtures/src'
  const tests = 'spec/mutants/fixtures/test/*.check.ts'
  const outcome = await mutate({ folder, size: 1000, seed: '1', tests })
  expect(outcome.survivors.toSorted()).toEqual([
    `survived: ${folder}/shipping.ts:3:7 false`,
    `survived: ${folder}/shipping.ts:4:10 total >= 5000`,
  ])
  expect(outcome).toMatchObject({ mutants: 7, noticed: 5, survived: 2, notRun: 0 })
})

test('a sample has about the requested share, and another seed selects other mutants', () => {
  const mutants = Array.from({ length: 2000 }, (_, line): Mutant => {
    const start = { line, column: 0 }
    const location = { start, end: start }
    return { id: '', fileName: '/a/src/b.ts', location, mutatorName: '', replacement: 'true' }
  })
  const chosen = (seed: string) => mutants.filter((mutant) => isSampled(mutant, seed, 0.25))
  expect(chosen('1').length / mutants.length).toBeCloseTo(0.25, 1)
  expect(chosen('1')).toEqual(chosen('1'))
  expect(chosen('2')).not.toEqual(chosen('1'))
})
