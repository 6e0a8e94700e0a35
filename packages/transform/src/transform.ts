import { resolve } from 'node:path'
import { describeClass } from './describe/describe-class.ts'
import { findClasses, type FoundClass } from './describe/find-classes.ts'
import { decoratesStaticFirst, orderDecorators } from './emit/decorator-order.ts'
import { createDescription, fillPlaceholders, placeholder } from './emit/description.ts'
import { deferFieldInitialisers } from './emit/field-initialisers.ts'
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

/** What the transform works with. */
export interface TransformOptions {
  /** How other modules are found and read; Node's file system unless given. */
  readonly host?: Host
  /** The import that has the helpers of decorators; without it the module gets its own. */
  readonly helpersFrom?: string | undefined
}

/** A module of JavaScript, and what it was made of. */
export interface Transformed {
  readonly code: string
  readonly map: SourceMap
  /** The other modules that were read for their types. */
  readonly followed: readonly string[]
}

/**
 * Turns a TypeScript module into JavaScript whose classes carry a description of their types.
 * `file` is the module's absolute path. Throws `SourceSyntaxError`.
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
  const descriptions = classes.map((found) => createDescription(describeClass(found, reader)))
  const insertions = [
    ...classes.flatMap(({ node }) => deferFieldInitialisers(node, source)),
    ...descriptions.map((description, index) => ({
      offset: (classes[index]?.node.body.end ?? 0) - 1,
      text: placeholder(description, index),
    })),
    { offset: source.length, text: `\n${reader.references.toSource()}` },
  ].toSorted((a, b) => a.offset - b.offset)
  const lowered = lower(file, source, insertions, helpersFrom)
  const isMixed = classes.some(({ node }) => decoratesStaticFirst(node))
  const { code, map } = isMixed ? orderDecorators(lowered) : lowered
  return { code: fillPlaceholders(code, descriptions), map, followed: names.followed }
}

/** Only class declarations can have decorators of the kind that came before the standard ones. */
function refuseDecoratedExpression(classes: readonly FoundClass[], module: SourceFile): void {
  const refused = classes.find(({ node }) => node.type === 'ClassExpression' && hasDecorators(node))
  if (!refused) return
  const problem = 'A class expression cannot have decorators. Declare the class with a name.'
  throw new SourceSyntaxError(module.label, module.text, refused.node.start, problem)
}
