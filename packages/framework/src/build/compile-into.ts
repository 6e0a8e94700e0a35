import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { loadCompiler } from '../discovery/load-transform.ts'
import { ModuleOutsideRoots } from './errors.ts'

/** Writes the JavaScript of TypeScript modules, with source maps, to the places that theirs have below `base`. */
export async function compileInto(
  output: string,
  files: readonly string[],
  base: string,
  folder: string,
): Promise<void> {
  const { compileModule } = await loadCompiler(folder)
  const known = new Set(files)
  for (const file of files) {
    const { code, map, imports } = compileModule(readFileSync(file, 'utf8'), file)
    const outside = imports.find((imported) => !known.has(imported))
    if (outside !== undefined) throw new ModuleOutsideRoots(file, outside)
    const target = join(output, toOutput(relative(base, file)))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, `${code}\n//# sourceMappingURL=${basename(target)}.map\n`)
    const source = relative(dirname(target), file).replaceAll(sep, '/')
    writeFileSync(`${target}.map`, JSON.stringify({ ...map, sources: [source] }))
  }
}

/** The name of the JavaScript that is built of a TypeScript module. */
export function toOutput(path: string): string {
  return path.replace(/\.(m?)ts$/, '.$1js')
}
