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
 * folder of the application, such as those of other packages in the repository, are written to `node_modules` in
 * `output`. Modules of a library import other packages by name. `shared` is the name of the file that all modules
 * import instead of `@fw/core`, if any.
 */
export async function compileInto(
  output: string,
  files: readonly string[],
  base: string,
  folder: string,
  { isLibrary = false, shared, report }: CompileOptions = {},
): Promise<void> {
  const { compileModule, nearestPackage, sharedModule } = await loadCompiler(folder)
  const applicationFiles = new Set(files)
  const isOutside = (file: string) =>
    !applicationFiles.has(file) && relative(folder, file).startsWith('..')
  const packageOf = (file: string) => {
    const { folder: packageFolder, json } = nearestPackage(file) ?? {
      folder: dirname(folder),
      json: {},
    }
    return { packageFolder, outputFolder: join('node_modules', json.name ?? '_') }
  }
  const targetOf = (file: string) => {
    if (!isOutside(file)) return join(output, toOutput(relative(base, file)))
    const { packageFolder, outputFolder } = packageOf(file)
    return join(
      output,
      outputFolder,
      toOutput(relative(packageFolder, file)).replaceAll(`..${sep}`, ''),
    )
  }
  const toTarget = (file: string, specifier = '') =>
    isLibrary && isOutside(file) && isImportOf(nearestPackage(file)?.json.name, specifier)
      ? undefined
      : targetOf(file)
  const sharedFile = shared && join(output, shared)
  if (sharedFile) writeFileSync(sharedFile, sharedModule)
  const queue = new Set(files)
  // Iterating over a Set includes elements that are added during the iteration.
  let done = 0
  for (const file of queue) {
    report?.(done++, { total: queue.size })
    const { code, map, imports } = compileModule(
      readFileSync(file, 'utf8'),
      file,
      toTarget,
      sharedFile,
    )
    for (const imported of imports) {
      if (isOutside(imported) && !isLibrary) queue.add(imported)
      else if (!queue.has(imported)) throw new ModuleOutsideRoots(file, imported)
    }
    const target = targetOf(file)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, `${code}\n//# sourceMappingURL=${basename(target)}.map\n`)
    const source = relative(dirname(target), file).replaceAll(sep, '/')
    writeFileSync(`${target}.map`, JSON.stringify({ ...map, sources: [source] }))
    if (isOutside(file)) {
      writeFileSync(
        join(output, packageOf(file).outputFolder, 'package.json'),
        '{ "type": "module" }\n',
      )
    }
  }
}

/** True if a specifier imports the package with this name, or a path in it. */
function isImportOf(name: string | undefined, specifier: string): boolean {
  return name !== undefined && `${specifier}/`.startsWith(`${name}/`)
}

/** Returns the JavaScript file name of a TypeScript module. */
export function toOutput(path: string): string {
  return path.replace(/\.(m?)ts$/, '.$1js')
}
