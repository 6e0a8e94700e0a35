import { setImmediate as nextTurn } from 'node:timers/promises'
import { scanModule } from './find-modules.ts'
import { importExtensions } from './installed-extensions.ts'
import { loadTransform } from './load-transform.ts'
import { readRoots } from './roots.ts'
import { sourceFiles } from './source-files.ts'

/**
 * Imports the extensions of an application, and reads and transforms its modules ahead of time, until boot begins.
 * Ignores errors, because boot reports them.
 */
export async function prepareModules(folder: string, isBooting: () => boolean): Promise<void> {
  try {
    await importExtensions(folder)
    const transform = await loadTransform(folder)
    for (const file of readRoots(folder).flatMap(sourceFiles)) {
      if (isBooting()) return
      prepareModule(file, transform)
      await nextTurn()
    }
  } catch {
    // Boot reports this error.
  }
}

function prepareModule(file: string, transform: Awaited<ReturnType<typeof loadTransform>>): void {
  try {
    scanModule(file, transform)
    transform.prepareModule(file)
  } catch {
    // The user may fix the error before boot.
  }
}
