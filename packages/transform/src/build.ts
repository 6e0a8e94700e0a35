import { helpersModule, type SourceMap } from './emit/lower.ts'
import { relativeOutput, rewriteSpecifiers, type ToOutput } from './emit/rewrite-specifiers.ts'
import { transform } from './transform.ts'

export { returnTypesIn, writeReturnTypes } from './return-types.ts'
export { nearestPackage } from './resolve/packages.ts'

/** A module of an application as JavaScript that runs without this package. */
export interface CompiledModule {
  readonly code: string
  readonly map: SourceMap
  /** The TypeScript modules that it imports, as absolute paths. */
  readonly imports: readonly string[]
}

/**
 * What all modules of an application import: `fw`, and the helpers of decorators. Node resolves the name of a package
 * again for each module that imports it, which costs more than to resolve a file.
 */
export const sharedModule: string = `export * from 'fw'\n${helpersModule}`

/**
 * Turns a TypeScript module into the JavaScript that a build writes: with descriptions, with lowered
 * decorators, and with imports of the `.js` files that replace the `.ts` files.
 * `file` is the module's absolute path, `toOutput` tells where the build writes a module, and of an import that it
 * stays as it is by undefined; `shared` where it writes `sharedModule`, if it does. Throws `SourceSyntaxError`.
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
