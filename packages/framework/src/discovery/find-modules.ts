import { readFileSync } from 'node:fs'
import { loadTransform } from './load-transform.ts'
import { readRoots } from './roots.ts'
import { sourceFiles } from './source-files.ts'

/** A module with classes that the framework can use. */
export interface DiscoveredModule {
  readonly file: string
  /** The names under which the module exports them. */
  readonly exports: readonly string[]
  /** Classes with attributed methods that the module keeps to itself. */
  readonly hidden: readonly string[]
}

/**
 * Finds the modules of an application by reading their source, without running them. A built
 * application carries this list instead.
 */
export async function findModules(folder: string): Promise<DiscoveredModule[]> {
  const { scan } = await loadTransform(folder)
  return readRoots(folder)
    .flatMap(sourceFiles)
    .map((file) => {
      const classes = scan(readFileSync(file, 'utf8'), file).filter(
        (found) => found.decorators || found.implements.includes('Job'),
      )
      return {
        file,
        exports: classes.flatMap(({ exportedName = [] }) => exportedName),
        hidden: classes
          .filter((found) => !found.exported && found.methodDecorators)
          .map(({ name }) => name),
      }
    })
    .filter((module) => module.exports.length > 0 || module.hidden.length > 0)
}
