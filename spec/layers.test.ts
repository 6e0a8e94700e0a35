import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { layersOf } from './architecture/layers.ts'
import { filesOf, repositoryRoot } from './repository.ts'

const pages = new Map([
  ['packages/core/src/', 'ARCHITECTURE.md'],
  ...Object.keys(layersOf)
    .filter((folder) => folder.endsWith('/src/') && folder !== 'packages/core/src/')
    .map((folder): [string, string] => [folder, `${folder}README.md`]),
])

test.each([...pages])('the layers of %s are those that %s lists', (folder, page) => {
  const written = layersOn(filesOf(page)[0]?.text ?? '', folder)
  const inside = Object.entries(layersOf).filter(
    ([name]) => name.startsWith(folder) && depthBelow(folder, name) <= 1,
  )
  expect(written).toEqual(Object.fromEntries(inside))
})

/** The pages leave out layers further inside, such as those of MCP. */
function depthBelow(folder: string, name: string): number {
  return name.slice(folder.length).split('/').length - 1
}

test('every folder and file that has a layer exists', () => {
  const named = Object.entries(layersOf).flatMap(([folder, layers]) =>
    layers.flat().map((name) => posix.join(folder, name)),
  )
  expect(named.filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual([])
})

/** The layers that a page lists, by folder: a number for each layer, and a dash for each layer inside it. */
function layersOn(text: string, folder: string): Record<string, string[][]> {
  const [, section = ''] = /^## Layers\n([^]*?)\n## /m.exec(text) ?? []
  const found: Record<string, string[][]> = { [folder]: [] }
  let outer = ''
  for (const [, mark = '', names = ''] of section.matchAll(
    /^(\d+\.| +-) ((?:`[\w.-]+`(?:, )?)+): /gm,
  )) {
    const layer = [...names.matchAll(/`([\w.-]+)`/g)].map(([, name = '']) => name)
    const isInside = mark.endsWith('-')
    if (!isInside) outer = layer[0] ?? ''
    const key = isInside ? `${folder}${outer}/` : folder
    found[key] = [...(found[key] ?? []), layer]
  }
  return found
}
