import { readFileSync } from 'node:fs'
import { attemptEach } from '../reflection/attempt.ts'
import type { DiscoveredModule } from '../platform/bundle.ts'
import { loadTransform } from './load-transform.ts'
import { readRoots } from './roots.ts'
import { sourceFiles } from './source-files.ts'

/** Finds the modules of an application by reading their source, without running them. */
export async function findInSource(folder: string): Promise<DiscoveredModule[]> {
  const transform = await loadTransform(folder)
  const files = readRoots(folder).flatMap(sourceFiles)
  const modules = attemptEach(
    files,
    (file) => ({ name: '', at: file }),
    (file) => describeModule(file, transform),
  )
  return modules.filter((module) => module.exports.length > 0 || module.hidden.length > 0)
}

/** The exported constants that a call of `scalar` makes. One in a comment costs an import. */
function scalarsIn(source: string): string[] {
  if (!source.includes('scalar')) return []
  return Array.from(
    source.matchAll(/\bexport const (\w+)\b[^=;]*=\s*scalar\b/g),
    ([, name = '']) => name,
  )
}

/** Classes of packages that an application extends to be asked without being booted. */
const sought: ReadonlySet<string> = new Set(['Authentication', 'Messages', 'MigrationConnection'])

const described = new Map<string, { readonly source: string; readonly module: DiscoveredModule }>()

/** What a module declares; it is read anew when its text has changed. */
export function describeModule(
  file: string,
  { scan }: Pick<Awaited<ReturnType<typeof loadTransform>>, 'scan'>,
): DiscoveredModule {
  const source = readFileSync(file, 'utf8')
  const known = described.get(file)
  if (known?.source === source) return known.module
  const classes = scan(source, file).filter(
    (found) =>
      found.decorators || found.implements.includes('Job') || sought.has(found.extends ?? ''),
  )
  const module = {
    file,
    exports: [...classes.flatMap(({ exportedName = [] }) => exportedName), ...scalarsIn(source)],
    hidden: classes
      .filter((found) => !found.exported && found.methodDecorators)
      .map(({ name }) => name),
  }
  described.set(file, { source, module })
  return module
}
