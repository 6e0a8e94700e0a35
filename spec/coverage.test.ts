import { expect, test } from 'vitest'
import { citationsIn, type Citation } from './citations.ts'
import { notYet } from './not-yet.ts'
import { filesOf } from './repository.ts'
import { requirements } from './requirements.ts'

const testSources = [
  'packages/*/test/**/*.test.ts',
  'packages/*/test/**/contract.ts',
  'apps/*/test/**/*.test.ts',
  'spec/**/*.test.ts',
]

interface Coverage {
  readonly rules: readonly string[]
  readonly waiting: readonly string[]
  readonly citations: readonly Citation[]
}

const coverage: Coverage = {
  rules: Object.keys(requirements),
  waiting: notYet,
  citations: filesOf(...testSources).flatMap(({ path, text }) => citationsIn(path, text)),
}

test('every rule is cited by a test or listed as not yet verified', () => {
  expect(rulesWithoutTest(coverage)).toEqual([])
})

test('no rule that a test cites is still listed as not yet verified', () => {
  expect(verifiedButWaiting(coverage)).toEqual([])
})

test('every cited id is a rule', () => {
  expect(unknownCitations(coverage)).toEqual([])
})

test('the list of rules not yet verified names each rule once', () => {
  expect(notYet.filter((id, index) => notYet.indexOf(id) !== index)).toEqual([])
})

test('a rule without a test, a verified one still waiting and an unknown id are found', () => {
  const broken: Coverage = {
    rules: ['a.untested', 'a.tested', 'a.waiting'],
    waiting: ['a.tested', 'a.waiting'],
    citations: citationsIn(
      'sample.test.ts',
      "verifies('a.tested', 'x', () => {})\nverifies(['a.tested', 'a.typo'], 'y', () => {})",
    ),
  }
  expect(rulesWithoutTest(broken)).toEqual(['a.untested'])
  expect(verifiedButWaiting(broken)).toEqual(['a.tested'])
  expect(unknownCitations(broken)).toEqual(['sample.test.ts:2 cites a.typo'])
})

test('an id that is computed is refused, because it cannot be read from the source', () => {
  expect(() => citationsIn('sample.test.ts', '\nverifies(`types.${name}`, "x", run)')).toThrow(
    'sample.test.ts:2: the ids given to verifies must be string literals.',
  )
})

function rulesWithoutTest({ rules, waiting, citations }: Coverage): string[] {
  const cited = new Set(citations.map(({ id }) => id))
  return rules.filter((id) => !cited.has(id) && !waiting.includes(id))
}

function verifiedButWaiting({ waiting, citations }: Coverage): string[] {
  const cited = new Set(citations.map(({ id }) => id))
  return waiting.filter((id) => cited.has(id))
}

function unknownCitations({ rules, citations }: Coverage): string[] {
  return citations.filter(({ id }) => !rules.includes(id)).map(({ id, at }) => `${at} cites ${id}`)
}
