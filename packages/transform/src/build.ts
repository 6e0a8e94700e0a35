import type { SourceMap } from './emit/insertions.ts'
import { rewriteSpecifiers } from './emit/rewrite-specifiers.ts'
import { transform } from './transform.ts'

/** A module of an application as JavaScript that runs without this package. */
export interface CompiledModule {
  readonly code: string
  readonly map: SourceMap
  /** The TypeScript modules that it imports, as absolute paths. */
  readonly imports: readonly string[]
}

/**
 * Turns a TypeScript module into the JavaScript that a build writes: types described, decorators
 * lowered, and imports of `.ts` files leading to the `.js` files that take their places.
 * `file` is the module's absolute path. Throws `SourceSyntaxError`.
 */
export function compileModule(source: string, file: string): CompiledModule {
  const { code, map } = transform(source, file)
  const rewritten = rewriteSpecifiers(code, file)
  return { ...rewritten, map }
}
