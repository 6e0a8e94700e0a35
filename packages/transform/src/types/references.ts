import { dirname, relative, sep } from 'node:path'
import type { SourceFile } from '../parse/source-file.ts'

/** The imports that descriptions need in addition to the module's own imports. */
export class References {
  readonly #module: SourceFile
  readonly #imports = new Map<string, string>()
  readonly #locals = new Map<string, string>()

  constructor(module: SourceFile) {
    this.#module = module
  }

  /** Returns an identifier for an export of another file. */
  toExport(path: string, exported: string): string {
    const steps = relative(dirname(this.#module.path), path).replaceAll(sep, '/')
    const specifier = JSON.stringify(steps.startsWith('.') ? steps : `./${steps}`)
    const local = this.#local(`${exported} ${specifier}`, exported)
    this.#imports.set(local, `import{${JSON.stringify(exported)} as ${local}}from${specifier};`)
    return local
  }

  /** Returns an expression for an export of a package. It is undefined at run time if the export is only a type. */
  toPackage(specifier: string, name: string): string {
    const quoted = JSON.stringify(specifier)
    const local = this.#local(`* ${quoted}`, specifier)
    this.#imports.set(local, `import*as ${local} from${quoted};`)
    return `${local}.${name.replaceAll('.', '?.')}`
  }

  toSource(): string {
    return [...this.#imports.values()].join('')
  }

  #local(key: string, name: string): string {
    const known = this.#locals.get(key)
    if (known !== undefined) return known
    const base = `__fw_${name.replaceAll(/\W/g, '_')}`
    let local = base
    for (let n = 2; this.#module.text.includes(local) || this.#imports.has(local); n++) {
      local = `${base}${n}`
    }
    this.#locals.set(key, local)
    return local
  }
}
