import { posix } from 'node:path'
import type { ParsedSource } from './parsed-source.ts'

const frameworkSources = 'packages/framework/src/'

/** From the ground up. At the top of the sources, what is not named here is a public door. */
const layers = [
  ['reflection'],
  ['container', 'config', 'logging', 'discovery'],
  ['validation'],
  ['schema'],
  ['binding'],
  ['responses', 'http'],
  ['openapi', 'events', 'build', 'console', 'mcp', 'adapters'],
  ['kernel.ts', 'app.ts', 'command-line.ts'],
  ['testing'],
]

/** Imports of framework files that climb to a later layer, or enter by a door of their own package. */
export function layerProblems({ path, imports }: ParsedSource): string[] {
  if (!path.startsWith(frameworkSources) || isDoor(path)) return []
  const own = layerOf(path)
  if (own < 0)
    return [`${path}: the folder "${areaOf(path)}" has no layer. Give it one in layers.ts.`]
  return imports
    .filter(({ what }) => what.startsWith('.'))
    .map(({ what, at }) => ({ at, target: posix.join(posix.dirname(path), what) }))
    .filter(({ target }) => isDoor(target) || layerOf(target) > own)
    .map(({ at, target }) =>
      isDoor(target)
        ? `${at}: imports the door ${target}. Import the owner of the name.`
        : `${at}: ${areaOf(path)} imports ${target}, which belongs to a later layer.`,
    )
}

/** A file at the top of the sources that has no layer: it may import anything. */
export function isDoor(path: string): boolean {
  return posix.dirname(path) + '/' === frameworkSources && layerOf(path) < 0
}

function layerOf(path: string): number {
  return layers.findIndex((areas) => areas.includes(areaOf(path)))
}

function areaOf(path: string): string {
  return path.slice(frameworkSources.length).split('/')[0] ?? ''
}
