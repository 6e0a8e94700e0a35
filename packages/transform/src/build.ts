import { helpersModule, type SourceMap } from './emit/lower.ts'
import { relativeOutput, rewriteSpecifiers, type ToOutput } from './emit/rewrite-specifiers.ts'
import { transform } from './transform.ts'

export { returnTypesIn, writeReturnTypes } from './return-types.ts'
export { nearestPackage } from './resolve/packages.ts'

/** A module of an application, compiled to JavaScript that runs without this package. */
export interface CompiledModule {
  readonly code: string
  readonly map: SourceMap
  /** The TypeScript modules that it imports, as absolute paths. */
  readonly imports: readonly string[]
}

/**
 * The source of a module that all modules of a build can import. It exports `@fw/core` and the helpers for decorators.
 * Node resolves a package name again for each module that imports it, which is slower than resolving a file.
 */
export const sharedModule: string = `export * from '@fw/core'\n${helpersModule}`

/**
 * Compiles a TypeScript module to JavaScript for a build: adds type descriptions, compiles decorators, and changes
 * imports of `.ts` files to the `.js` files that replace them. `file` is the absolute path of the module. `toOutput`
 * returns the path to which the build writes a module; undefined leaves an import unchanged. `shared` is the path of
 * `sharedModule` in the output, if it is written. Throws `SourceSyntaxError`.
 */
export function compileModule(
  source: string,
  file: string,
  toOutput: ToOutput,
  shared?: string,
): CompiledModule {
  const helpersFrom = shared && relativeOutput(shared, toOutput(file) ?? file)
  const { code, map } = transform(source, file, { helpersFrom })
  const rewritten = rewriteSpecifiers(code, file, toOutput, helpersFrom)
  return { ...rewritten, map }
}
