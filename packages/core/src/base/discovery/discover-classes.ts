import { JsonLogger, type Logger } from '../logging/logger.ts'
import { attempt, isChecking } from '../reflection/attempt.ts'
import { isDescribed, reflect } from '../reflection/reflect.ts'
import type { Class } from '../reflection/type-info.ts'
import { readBuiltApplication } from './built-application.ts'
import { HiddenClass } from './errors.ts'
import { importModule } from './import-module.ts'
import type { DiscoveredModule } from '../platform/bundle.ts'
import { rootFolder } from '../platform/root-folder.ts'

/**
 * Returns the exported classes of an application that have or inherit decorators, implement `Job`, or extend a class
 * such as `Authentication`, in the order of files and declarations. Leaves out abstract classes. Imports only modules
 * that export such a class or a `scalar`.
 */
export async function discoverClasses(
  root: string | URL,
  logger: Logger = new JsonLogger(),
): Promise<Class[]> {
  const warn = (hidden: HiddenClass) => warnAboutHidden(hidden, logger)
  const modules = await findModules(rootFolder(root), warn)
  for (const { file, hidden } of modules) {
    for (const name of hidden) warn(new HiddenClass(name, file))
  }
  const used = modules.filter(({ exports }) => exports.length > 0)
  const classes = new Set<Class>()
  for (let start = 0; start < used.length; start += maxParallelImports) {
    const batch = used.slice(start, start + maxParallelImports)
    const imported = await Promise.all(
      batch.map(({ file }) => attempt({ name: '', at: file }, () => importModule(file))),
    )
    for (const [index, { exports }] of batch.entries()) {
      const found = exports.map((name) => imported[index]?.[name]).filter(isUsable)
      for (const type of found) classes.add(type)
    }
  }
  return [...classes]
}

/**
 * The number of modules to import in parallel. Importing one at a time takes longer, and importing all in parallel
 * needs more memory.
 */
const maxParallelImports = 25

/** Returns the modules with relevant classes. A built application has a list of them. */
async function findModules(
  folder: string,
  report: (hidden: HiddenClass) => void,
): Promise<readonly DiscoveredModule[]> {
  const built = readBuiltApplication(folder)
  if (built) return built.modules
  const { findInSource } = await import('./find-modules.ts')
  return findInSource(folder, report)
}

/** A registry that is filled at boot, such as the routes. */
interface Registry {
  register(type: Class): unknown
}

/** Registers the classes of an application. `root` is the folder of its package.json, as a path or file URL. */
export async function discoverInto<T extends Registry>(
  registry: T,
  root: string | URL,
): Promise<T> {
  for (const type of await discoverClasses(root)) registry.register(type)
  return registry
}

/** True for a class that can be instantiated. An abstract class is used only through its subclasses. */
function isUsable(value: unknown): value is Class {
  if (typeof value !== 'function') return false
  return !isDescribed(value as Class) || !reflect(value as Class).isAbstract
}

function warnAboutHidden(hidden: HiddenClass, logger: Logger): void {
  attempt({ name: hidden.type, at: hidden.file }, () => {
    if (isChecking()) throw hidden
    logger.warn(hidden.message)
  })
}
