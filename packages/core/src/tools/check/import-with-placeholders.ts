import { pathToFileURL } from 'node:url'
import { readBuiltApplication } from '../../base/discovery/built-application.ts'
import { findInSource } from '../../base/discovery/find-modules.ts'
import { isTransformInstalled, loadTransform } from '../../base/discovery/load-transform.ts'
import { attempt } from '../../base/reflection/attempt.ts'
import { ModuleReplacer } from './module-replacer.ts'

/**
 * Imports the modules of an application. If a module throws, placeholders replace its exports, so that errors in
 * modules that import it are found, too. Returns a function that stops the replacement. Does nothing for a built
 * application, or if `@fw/transform` is not installed.
 */
export async function importWithPlaceholders(folder: string): Promise<() => void> {
  if (readBuiltApplication(folder) || !isTransformInstalled(folder)) return () => {}
  const { collectModuleErrors } = await loadTransform(folder)
  const modules = new ModuleReplacer()
  collectModuleErrors((error) => modules.report(error))
  await attempt({ name: '', at: '' }, async () => {
    const used = (await findInSource(folder)).filter(({ exports }) => exports.length > 0)
    await modules.import(used.map(({ file }) => pathToFileURL(file).href))
  })
  return () => {
    modules.end()
    collectModuleErrors()
  }
}
