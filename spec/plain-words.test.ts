import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { findBareOpenings, findDialect, rulesOf, type Finding } from './architecture/plain-words.ts'
import { findDialectNames, unusedAllowances } from './architecture/plain-names.ts'
import { filesOf, type SourceFile } from './repository.ts'

/** The number of findings that a folder, or a page, may have. It may only fall. */
type Budget = Readonly<Record<string, { readonly openings?: number; readonly phrases?: number }>>

const budget = JSON.parse(
  readFileSync(new URL('architecture/plain-budget.json', import.meta.url), 'utf8'),
) as Budget
const [glossary] = filesOf('packages/core/docs/glossary.md')
const terms = rulesOf(glossary as SourceFile)
const sources = filesOf('packages/*/src/**/*.ts', 'packages/*/client/*.{js,ts}')
const tests = filesOf('{packages,apps}/**/*.test.ts', 'spec/*.test.ts')
const pages = filesOf(
  '*.md',
  'decisions/*.md',
  'packages/*/*.md',
  'packages/*/src/*.md',
  'packages/*/docs/**/*.md',
).filter(({ path }) => !path.endsWith('/glossary.md'))

test('block comments begin with a verb or a noun phrase', () => {
  expect(overBudget('openings', sources, findBareOpenings)).toEqual([])
})

test('comments, messages, pages and test titles use plain words', () => {
  const find = (file: SourceFile) => findDialect(file, terms)
  expect(overBudget('phrases', [...sources, ...pages, ...tests], find)).toEqual([])
})

test('files and declarations have plain names', () => {
  expect(sources.flatMap(findDialectNames)).toEqual([])
  expect(unusedAllowances(sources)).toEqual([])
})

test.each([
  ['a.ts', 'export class Answer {}\nfunction tellAll() {}\nconst one = 1, lastWord = 2', 3],
  ['trouble-page.ts', 'export const stage = 1', 1],
  ['passwords.ts', 'export type Keyword = string\nexport const address = 1', 0],
])('%s with %j has %i names of the dialect', (path, text, count) => {
  expect(findDialectNames({ path, text })).toHaveLength(count)
})

test.each([
  ['/** What is left. */', 1],
  ['/** How long to wait, in ms. */', 1],
  ['/** Returns the rest. */', 0],
  ['// What is left', 0],
])('%s has %i bare openings', (text, count) => {
  expect(findBareOpenings({ path: 'a.ts', text })).toHaveLength(count)
})

test.each([
  ['// Undefined where there is none.', 2],
  ["throw new Error('Nobody answers here.')", 1],
  ['// The answer has a body.', 1],
  ['// The server answers 404.', 0],
])('%s has %i phrases of the dialect', (text, count) => {
  expect(findDialect({ path: 'a.ts', text }, terms)).toHaveLength(count)
})

/** The findings of folders with more than their budget, and the budgets that can be lowered. */
function overBudget(
  kind: 'openings' | 'phrases',
  files: readonly SourceFile[],
  find: (file: SourceFile) => Finding[],
): string[] {
  const found = new Map<string, Finding[]>(Object.keys(budget).map((folder) => [folder, []]))
  for (const file of files) {
    const folder = folderOf(file.path)
    found.set(folder, [...(found.get(folder) ?? []), ...find(file)])
  }
  return [...found].flatMap(([folder, findings]) => {
    const allowed = budget[folder]?.[kind] ?? 0
    if (findings.length === allowed) return []
    if (findings.length < allowed) {
      return [
        `${folder}: lower ${kind} in plain-budget.json from ${allowed} to ${findings.length}.`,
      ]
    }
    const lines = findings.map(({ at, found: words, instead }) => `${at}: "${words}" (${instead})`)
    return [`${folder}: ${findings.length} ${kind}, ${allowed} allowed.`, ...lines]
  })
}

/** A package, an area of the framework, or a page. */
function folderOf(path: string): string {
  if (path.endsWith('.md')) return path
  const parts = posix.dirname(path).split('/')
  return parts.slice(0, path.startsWith('packages/core/') ? 4 : 3).join('/')
}
