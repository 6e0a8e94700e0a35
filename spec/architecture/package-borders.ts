import { posix } from 'node:path'
import type { Mention, ParsedSource } from './parsed-source.ts'

/** Imports that reach into another package past its entry points, or use oxc outside the transform. */
export function packageBorderProblems(
  { path, imports }: ParsedSource,
  entryPoints: ReadonlySet<string>,
): string[] {
  const home = path.split('/').slice(0, 2).join('/')
  return imports.flatMap((mention) => [
    ...leavesPackage(mention, path, home),
    ...passesDoor(mention, entryPoints),
    ...usesOxc(mention, home),
  ])
}

function leavesPackage({ what, at }: Mention, path: string, home: string): string[] {
  if (!what.startsWith('.')) return []
  const target = posix.join(posix.dirname(path), what)
  return target.startsWith(`${home}/`)
    ? []
    : [`${at}: "${what}" leaves ${home}. Import a public entry point.`]
}

function passesDoor({ what, at }: Mention, entryPoints: ReadonlySet<string>): string[] {
  const isOurs = what.startsWith('@fw/')
  return isOurs && !entryPoints.has(what) ? [`${at}: "${what}" is not a public entry point.`] : []
}

function usesOxc({ what, at }: Mention, home: string): string[] {
  const isOxc = /^(oxc-|@oxc-)/.test(what)
  return isOxc && home !== 'packages/transform'
    ? [`${at}: imports ${what}, which packages/transform alone may do.`]
    : []
}
