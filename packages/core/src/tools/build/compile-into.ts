import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { loadCompiler } from '../../base/discovery/load-transform.ts'
import { ModuleOutsideRoots } from './errors.ts'

interface CompileOptions {
  readonly isLibrary?: boolean
  readonly shared?: string | undefined
  readonly report?: ReportModules
}

/** Called before each module with the number of modules compiled so far. */
export type ReportModules = (done: number, details: { readonly total: number }) => void

/**
 * Compiles TypeScript modules to JavaScript with source maps, at their relative paths below `base`. Modules outside the
 * folder of the application, such as those of other packages in the repository, are written to `node_modules` next to
 * it. Modules of a library import other packages by name. `shared` is the name of the file that all modules import
 * instead of `@fw/core`, if any.
 */
export async function compileInto(
  output: string,
  files: readonly string[],
  base: string,
  folder: string,
  { isLibrary = false, shared, report }: CompileOptions = {},
): Promise<void> {
  const { compileModule, nearestPackage, sharedModule } = await loadCompiler(folder)
  const own = new Set(files)
  const isOutside = (file: string) => !own.has(file) && relative(folder, file).startsWith('..')
  const homeOf = (file: string) => {
    const { folder: home, json } = nearestPackage(file) ?? { folder: dirname(folder), json: {} }
    return { home, place: join('node_modules', json.name ?? '_') }
  }
  const targetOf = (file: string) => {
    if (!isOutside(file)) return join(output, toOutput(relative(base, file)))
    const { home, place } = homeOf(file)
    return join(output, place, toOutput(relative(home, file)).replaceAll(`..${sep}`, ''))
  }
  const toTarget = (file: string, specifier = '') =>
    isLibrary && isOutside(file) && isOf(nearestPackage(file)?.json.name, specifier)
      ? undefined
      : targetOf(file)
  const sharedFile = shared && join(output, shared)
  if (sharedFile) writeFileSync(sharedFile, sharedModule)
  const known = new Set(files)
  // Iterating over a Set includes elements that are added during the iteration.
  let done = 0
  for (const file of known) {
    report?.(done++, { total: known.size })
    const { code, map, imports } = compileModule(
      readFileSync(file, 'utf8'),
      file,
      toTarget,
      sharedFile,
    )
    for (const imported of imports) {
      if (isOutside(imported) && !isLibrary) known.add(imported)
      else if (!known.has(imported)) throw new ModuleOutsideRoots(file, imported)
    }
    const target = targetOf(file)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, `${code}\n//# sourceMappingURL=${basename(target)}.map\n`)
    const source = relative(dirname(target), file).replaceAll(sep, '/')
    writeFileSync(`${target}.map`, JSON.stringify({ ...map, sources: [source] }))
    if (isOutside(file)) {
      writeFileSync(join(output, homeOf(file).place, 'package.json'), '{ "type": "module" }\n')
    }
  }
}

/** True if an import refers to a package, or to a path in it. */
function isOf(name: string | undefined, specifier: string): boolean {
  return name !== undefined && `${specifier}/`.startsWith(`${name}/`)
}

/** Returns the JavaScript file name of a TypeScript module. */
export function toOutput(path: string): string {
  return path.replace(/\.(m?)ts$/, '.$1js')
}
