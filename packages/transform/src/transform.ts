import { resolve } from 'node:path'
import { describeClass } from './describe/describe-class.ts'
import { findClasses, type ModuleClass } from './describe/find-classes.ts'
import { refuseUndeclaredDecorators } from './describe/refuse-undeclared.ts'
import { decoratesStaticFirst, orderDecorators } from './emit/decorator-order.ts'
import { createDescription, fillPlaceholders, placeholder } from './emit/description.ts'
import { uncalledDecorators } from './emit/uncalled-decorators.ts'
import { deferFieldInitializers } from './emit/field-initializers.ts'
import { lower, type SourceMap } from './emit/lower.ts'
import { hasDecorators } from './parse/class-members.ts'
import {
  parseSourceFile,
  refuseDeepNesting,
  SourceSyntaxError,
  takeScanned,
  type SourceFile,
} from './parse/source-file.ts'
import { nodeHost, type Host } from './resolve/host.ts'
import { NameResolver } from './resolve/name-resolver.ts'
import { createTypeReader } from './types/type-reader.ts'

/** Options for the transform. */
export interface TransformOptions {
  /** Access to other modules. Default: the file system. */
  readonly host?: Host
  /** The module from which the helpers for decorators are imported. By default, they are written into the output. */
  readonly helpersFrom?: string | undefined
}

/** The compiled JavaScript of a module. */
export interface Transformed {
  readonly code: string
  readonly map: SourceMap
  /** Other modules that were read to resolve types. */
  readonly followed: readonly string[]
}

/**
 * Compiles a TypeScript module to JavaScript and adds type descriptions to its classes. `file` is the absolute path of
 * the module. Throws `SourceSyntaxError`.
 */
export function transform(
  source: string,
  file: string,
  { host = nodeHost, helpersFrom }: TransformOptions = {},
): Transformed {
  refuseDeepNesting(source, file)
  if (!source.includes('class')) return { ...lower(file, source, [], helpersFrom), followed: [] }
  const path = resolve(file)
  const module = takeScanned(source, path) ?? parseSourceFile(source, path)
  const names = new NameResolver(module, host)
  const reader = createTypeReader(names)
  const classes = findClasses(module)
  refuseDecoratedExpression(classes, module)
  const declarations = refuseUndeclaredDecorators(module)
  const descriptions = classes.map((found) => createDescription(describeClass(found, reader)))
  const insertions = [
    ...classes.flatMap(({ node }) => deferFieldInitializers(node, source)),
    ...classes.flatMap(({ node }) => uncalledDecorators(node, module)),
    ...descriptions.map((description, index) => ({
      offset: (classes[index]?.node.body.end ?? 0) - 1,
      text: placeholder(description, index),
    })),
    { offset: source.length, text: `\n${reader.references.toSource()}${declarations}` },
  ].toSorted((a, b) => a.offset - b.offset)
  const lowered = lower(file, source, insertions, helpersFrom)
  const isMixed = classes.some(({ node }) => decoratesStaticFirst(node))
  const { code, map } = isMixed ? orderDecorators(lowered) : lowered
  return { code: fillPlaceholders(code, descriptions), map, followed: names.followed }
}

/** Throws for decorators on class expressions, which legacy decorators do not support. */
function refuseDecoratedExpression(classes: readonly ModuleClass[], module: SourceFile): void {
  const expression = classes.find(
    ({ node }) => node.type === 'ClassExpression' && hasDecorators(node),
  )
  if (!expression) return
  const problem = 'A class expression cannot have decorators. Declare the class with a name.'
  throw new SourceSyntaxError(module.label, module.text, expression.node.start, problem)
}
