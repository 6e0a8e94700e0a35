import { readFileSync } from 'node:fs'
import { attemptEach } from '../reflection/attempt.ts'
import type { DiscoveredModule } from '../platform/bundle.ts'
import { findUsed, type ScannedClass } from './find-used.ts'
import { HiddenClass } from './errors.ts'
import { loadTransform } from './load-transform.ts'
import { readRoots } from './roots.ts'
import { sourceFiles } from './source-files.ts'

/**
 * Finds the modules of an application by reading their source, without running them. Calls `report` for each abstract
 * class with decorated methods that has no subclass.
 */
export async function findInSource(
  folder: string,
  report: (hidden: HiddenClass) => void = () => {},
): Promise<DiscoveredModule[]> {
  const transform = await loadTransform(folder)
  const files = readRoots(folder).flatMap(sourceFiles)
  const modules = attemptEach(
    files,
    (file) => ({ name: '', at: file }),
    (file) => scanModule(file, transform),
  )
  const found = findUsed(modules.flatMap(({ classes }) => classes))
  for (const { file, classes } of modules) {
    for (const each of classes) {
      if (!each.abstract || !each.methodDecorators || found.extended.has(each)) continue
      const { name } = each
      const problem = `${name} in ${file} is not used: it is abstract, and no class extends it. Remove "abstract", or extend it.`
      report(new HiddenClass(name, file, problem))
    }
  }
  return modules
    .map((module) => toDiscovered(module, found))
    .filter((module) => module.exports.length > 0 || module.hidden.length > 0)
}

function toDiscovered(
  { file, classes, scalars }: ScannedModule,
  { used, extended }: ReturnType<typeof findUsed>,
): DiscoveredModule {
  const usedClasses = classes.filter((each) => used.has(each))
  return {
    file,
    exports: [...usedClasses.flatMap(({ exportedName = [] }) => exportedName), ...scalars],
    hidden: usedClasses
      .filter(
        (each) => !each.exported && !each.abstract && each.methodDecorators && !extended.has(each),
      )
      .map(({ name }) => name),
  }
}

/**
 * Returns the names of exported constants that are created with `scalar`. A match inside a comment only causes a
 * needless import.
 */
function scalarsIn(source: string): string[] {
  if (!source.includes('scalar')) return []
  return Array.from(
    source.matchAll(/\bexport const (\w+)\b[^=;]*=\s*scalar\b/g),
    ([, name = '']) => name,
  )
}

interface ScannedModule {
  readonly file: string
  readonly classes: readonly ScannedClass[]
  readonly scalars: readonly string[]
}

const scanned = new Map<string, { readonly source: string; readonly module: ScannedModule }>()

/** Returns the declarations of a module. They are cached until the source changes. */
export function scanModule(
  file: string,
  { scan }: Pick<Awaited<ReturnType<typeof loadTransform>>, 'scan'>,
): ScannedModule {
  const source = readFileSync(file, 'utf8')
  const cached = scanned.get(file)
  if (cached?.source === source) return cached.module
  const module = { file, classes: scan(source, file), scalars: scalarsIn(source) }
  scanned.set(file, { source, module })
  return module
}
