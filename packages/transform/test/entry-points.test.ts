import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { report } from './fixtures/program/report.ts'
import { runUnderRegister } from './run-program.ts'

const program = relative(process.cwd(), join(import.meta.dirname, 'fixtures/program'))

test('a class has the same description under Vitest, the loader and node:test', () => {
  const { description } = report() as { description: unknown }
  const loaded = JSON.parse(runUnderRegister([join(program, 'main.ts')]))
  expect(loaded.description).toEqual(description)

  const tested = runUnderRegister([
    '--test',
    '--test-reporter=tap',
    join(program, 'runs-under-node-test.ts'),
  ])
  expect(tested).toContain('# pass 1')
  const [, reported = ''] = /report (.*) end/.exec(tested) ?? []
  expect(JSON.parse(reported.replaceAll(String.raw`\\`, '\\')).description).toEqual(description)
})

test('stack traces lead to the line and column of the source, under Vitest and the loader', () => {
  const locations = [
    ['25:11', '35:36'],
    ['30:10', '14:66'],
  ]
  expect(report()).toMatchObject({ places: locations })
  expect(JSON.parse(runUnderRegister([join(program, 'main.ts')]))).toMatchObject({
    places: locations,
  })
})
