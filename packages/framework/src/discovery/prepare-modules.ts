import { setImmediate as turn } from 'node:timers/promises'
import { scanModule } from './find-modules.ts'
import { importExtensions } from './installed-extensions.ts'
import { loadTransform } from './load-transform.ts'
import { readRoots } from './roots.ts'
import { sourceFiles } from './source-files.ts'

/** Reads the source of an application before it boots, until it does. Boot reports what is wrong with it. */
export async function prepareModules(folder: string, isBooting: () => boolean): Promise<void> {
  try {
    await importExtensions(folder)
    const transform = await loadTransform(folder)
    for (const file of readRoots(folder).flatMap(sourceFiles)) {
      if (isBooting()) return
      prepareModule(file, transform)
      await turn()
    }
  } catch {
    // Boot meets this error too.
  }
}

function prepareModule(file: string, transform: Awaited<ReturnType<typeof loadTransform>>): void {
  try {
    scanModule(file, transform)
    transform.prepareModule(file)
  } catch {
    // Its error may have been fixed before boot.
  }
}
