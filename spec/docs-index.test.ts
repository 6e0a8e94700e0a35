import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf } from './repository.ts'

const folder = 'packages/core/docs'

test('the index lists every page once', () => {
  const [index] = filesOf(`${folder}/index.md`)
  const links = [...(index?.text ?? '').matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)]
  const pages = filesOf(`${folder}/*.md`).map(({ path }) => posix.basename(path))
  expect(links.map(([, page]) => page).toSorted()).toEqual(
    pages.filter((page) => page !== 'index.md'),
  )
})

test('every page begins with its title and a paragraph, which agents read in the list of pages', () => {
  const openings = filesOf(`${folder}/*.md`).map(({ path, text }) => {
    const [heading = '', paragraph = ''] = text.split('\n\n', 2)
    return { path, isOpening: /^# \S/.test(heading) && /^[\w`]/.test(paragraph) }
  })
  expect(openings.filter(({ isOpening }) => !isOpening)).toEqual([])
})
