import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from './repository.ts'
import { slowest } from './slowest-first.ts'

test('the test files that start first exist', () => {
  expect(slowest.filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual([])
})
