import { readFileSync } from 'node:fs'
import { readBuiltApplication } from './built-application.ts'
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

/** Finds the modules of an application; one that was built carries the list of them. */
export async function findModules(folder: string): Promise<readonly DiscoveredModule[]> {
  return readBuiltApplication(folder)?.modules ?? findInSource(folder)
}

/** Finds them by reading their source, without running them. */
export async function findInSource(folder: string): Promise<DiscoveredModule[]> {
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
