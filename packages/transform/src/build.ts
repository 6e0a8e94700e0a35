import type { SourceMap } from './emit/lower.ts'
import { rewriteSpecifiers, type ToOutput } from './emit/rewrite-specifiers.ts'
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
 * Turns a TypeScript module into the JavaScript that a build writes: with descriptions, with lowered
 * decorators, and with imports of the `.js` files that replace the `.ts` files.
 * `file` is the module's absolute path, `toOutput` tells where the build writes a module, and of an import that it
 * stays as it is by undefined. Throws `SourceSyntaxError`.
 */
export function compileModule(source: string, file: string, toOutput: ToOutput): CompiledModule {
  const { code, map } = transform(source, file)
  const rewritten = rewriteSpecifiers(code, file, toOutput)
  return { ...rewritten, map }
}
