import type { Mutant } from '@stryker-mutator/api/core'
import { expect, test } from 'vitest'
import { rankOf } from './sample.ts'
import { testsOf } from './tests.ts'

test('a sample has about the requested share, and another seed selects other mutants', () => {
  const mutants = Array.from({ length: 2000 }, (_, line): Mutant => {
    const start = { line, column: 0 }
    const location = { start, end: start }
    return { id: '', fileName: '/a/src/b.ts', location, mutatorName: '', replacement: 'true' }
  })
  const chosen = (seed: string) => mutants.filter((mutant) => rankOf(mutant, seed) < 0.25)
  expect(chosen('1').length / mutants.length).toBeCloseTo(0.25, 1)
  expect(chosen('1')).toEqual(chosen('1'))
  expect(chosen('2')).not.toEqual(chosen('1'))
})

test('the tests of a folder are in the folder of the same path, in its nearest parent, or named', () => {
  const [data, schema, calls] = ['data', 'data/schema', 'calls'].map((path) =>
    testsOf(`packages/core/src/${path}`),
  )
  expect(data).toContain('packages/core/test/data/validation/collections.test.ts')
  expect(schema).toEqual(data)
  expect(data).not.toContain('packages/core/test/http/routing.test.ts')
  expect(calls).toContain('packages/core/test/http/chain/chain.test.ts')
  expect(testsOf('packages/query/src')).toContain('packages/query/test/not-an-orm.test.ts')
})

test('tests that start processes are left out, because no fault would be active there', () => {
  const tests = testsOf('packages/core/src/features/mcp')
  expect(tests).toContain('packages/core/test/features/mcp/resources.test.ts')
  expect(tests).not.toContain('packages/core/test/features/mcp/mcp-serve.test.ts')
})
