import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, repositoryRoot } from '../../../spec/repository.ts'
import { toSvg } from '../pictures/diagram.ts'
import { diagrams } from '../pictures/diagrams.ts'

const folder = join(repositoryRoot, 'packages/core/docs/pictures')
const pages = filesOf('packages/core/docs/*.md').map(({ text }) => text)

test('the diagrams are those that "npm run pictures" writes', () => {
  for (const diagram of diagrams) {
    expect(readFileSync(join(folder, `${diagram.name}.svg`), 'utf8')).toBe(toSvg(diagram))
  }
})

test('pages show each picture with an alternative text, and screenshots exist in dark mode', () => {
  const shown = pages.flatMap((text) => [...text.matchAll(/!\[([^\]]*)\]\(pictures\/([^)]+)\)/g)])
  for (const [, alt = '', file = ''] of shown) {
    expect(alt.length, file).toBeGreaterThan(20)
    expect(existsSync(join(folder, file.replace('-light.', '-dark.'))), file).toBe(true)
  }
  const names = new Set(shown.map(([, , file = '']) => file))
  const written = globSync('*', { cwd: folder }).filter((file) => !file.includes('-dark.'))
  expect([...names].toSorted()).toEqual(written.toSorted())
})
