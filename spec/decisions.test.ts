import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, type SourceFile } from './repository.ts'

const files = filesOf('decisions/*.md')
const decisions = files.filter(({ path }) => path !== 'decisions/README.md')
const index = files.find(({ path }) => path === 'decisions/README.md')?.text ?? ''

test('a decision answers a question in at most 25 lines of at most 100 columns', () => {
  expect(decisions.length).toBeGreaterThan(0)
  expect(decisions.flatMap(formProblems)).toEqual([])
})

test('the index lists every decision once, by its question', () => {
  const listed = [...index.matchAll(/^- (\[.+\]\(.+\))$/gm)].map(([, link]) => link)
  const links = decisions.map(({ path, text }) => `[${titleOf(text)}](${posix.basename(path)})`)
  expect(listed.toSorted()).toEqual(links.toSorted())
})

test('a page without a question, with a missing part, a long line and too many lines is found', () => {
  const text = `# Vitest\n\n**Choice.** ${'long '.repeat(20)}\n${'\n'.repeat(22)}**Reason.**\n`
  expect(formProblems({ path: 'decisions/sample.md', text })).toEqual([
    'decisions/sample.md: the title "Vitest" is not a question.',
    'decisions/sample.md: has no part **Revisit when.**',
    'decisions/sample.md: has 26 lines.',
    'decisions/sample.md:3: has 112 columns.',
  ])
})

function formProblems({ path, text }: SourceFile): string[] {
  const lines = text.trimEnd().split('\n')
  const title = titleOf(text)
  const parts = ['**Choice.** ', '**Reason.** ', '**Revisit when.** ']
  return [
    ...(title.endsWith('?') ? [] : [`${path}: the title "${title}" is not a question.`]),
    ...parts
      .filter((part) => !lines.some((line) => `${line} `.startsWith(part)))
      .map((part) => `${path}: has no part ${part.trim()}`),
    ...(lines.length > 25 ? [`${path}: has ${lines.length} lines.`] : []),
    ...lines.flatMap(({ length }, index) =>
      length > 100 ? [`${path}:${index + 1}: has ${length} columns.`] : [],
    ),
  ]
}

function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? ''
}
