import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { repositoryRoot } from './repository.ts'

/** The last commit before the rule. */
const before = 'ce470805ccc83068b98c49422eb7557c68d3858f'

test('subjects of commits are "area: imperative", with at most 72 characters', () => {
  expect(subjectsSince(before).filter((subject) => !isPlain(subject))).toEqual([])
})

test.each([
  ['queue: retry when the connection is read-only', true],
  ['query, migrate: read dates as strings', true],
  ['Retry when the connection is read-only', false],
  ['queue: Retry when the connection is read-only', false],
  ['queue: retried when the connection was read-only', false],
  ['queue: retrying when the connection is read-only', false],
  ['queue: retry when the connection is read-only.', false],
  [`queue: retry ${'a lot '.repeat(10)}of times`, false],
])('%s: %s', (subject, expected) => {
  expect(isPlain(subject)).toBe(expected)
})

const form = /^[a-z][\w@/-]*(?:,? [\w@/-]+)*: (?:[`"']?[a-z@].*[^.])$/u
const otherMood = /: (?!embed|feed|need|seed|speed|shed|bring|string|ping)\w+(?:ed|ing)\b/u

function isPlain(subject: string): boolean {
  return subject.length <= 72 && form.test(subject) && !otherMood.test(subject)
}

/** Returns no subjects if the commit is unknown, as in a shallow clone or without a repository. */
function subjectsSince(commit: string): string[] {
  try {
    const words = ['log', '--no-merges', '--format=%s', `${commit}..HEAD`]
    const log = execFileSync('git', words, {
      cwd: repositoryRoot,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return log.split('\n').filter((subject) => subject !== '')
  } catch {
    return []
  }
}
