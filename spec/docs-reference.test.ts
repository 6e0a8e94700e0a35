import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readExports } from '../apps/docs/build/exports.ts'
import { entrySources, readManifest } from '../packaging/manifest.ts'
import { packages } from '../packaging/stage-package.ts'
import { repositoryRoot } from './repository.ts'

test('every public export has a doc comment', () => {
  const exported = packages.flatMap((name) => {
    const folder = join(repositoryRoot, 'packages', name)
    const sources = Object.values(entrySources(readManifest(folder)))
    return sources.flatMap((source) =>
      source.endsWith('.ts') ? readExports(join(folder, source)) : [],
    )
  })
  expect(exported.length).toBeGreaterThan(400)
  expect(exported.filter(({ doc }) => doc === '').map(({ name }) => name)).toEqual([])
})
