import { JsonLogger, type Logger } from '../logging/logger.ts'
import { attempt, isChecking } from '../reflection/attempt.ts'
import { isDescribed, reflect } from '../reflection/reflect.ts'
import type { Class } from '../reflection/type-info.ts'
import { readBuiltApplication } from './built-application.ts'
import { HiddenClass } from './errors.ts'
import { findInSource } from './find-modules.ts'
import { importModule } from './import-module.ts'
import type { DiscoveredModule } from '../platform/bundle.ts'
import { rootFolder } from '../platform/root-folder.ts'

/**
 * The exported classes of an application that carry attributes, implement `Job`, or extend `Authentication` or `Messages`, ordered by
 * file and place in it. Only modules that declare such classes are imported.
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
  for (let start = 0; start < used.length; start += importedAtOnce) {
    const some = used.slice(start, start + importedAtOnce)
    const imported = await Promise.all(
      some.map(({ file }) => attempt({ name: '', at: file }, () => importModule(file))),
    )
    for (const [index, { exports }] of some.entries()) {
      const found = exports.map((name) => imported[index]?.[name]).filter(isUsable)
      for (const type of found) classes.add(type)
    }
  }
  return [...classes]
}

/** One after another takes longer, and all at once more memory. */
const importedAtOnce = 25

/** One that was built carries the list of them. */
async function findModules(
  folder: string,
  report: (hidden: HiddenClass) => void,
): Promise<readonly DiscoveredModule[]> {
  return readBuiltApplication(folder)?.modules ?? findInSource(folder, report)
}

/** What boot collects of one kind. */
interface Registry {
  register(type: Class): unknown
}

/** Registers the classes of an application; `root` is the folder of its package.json, as a path or file URL. */
export async function discoverInto<T extends Registry>(
  registry: T,
  root: string | URL,
): Promise<T> {
  for (const type of await discoverClasses(root)) registry.register(type)
  return registry
}

/** An abstract class only lends its methods to those that extend it. */
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
