import { resolve } from 'node:path'
import { decoratesStaticFirst, orderDecorators } from './decorator-order.ts'
import { hasDecorators } from './class-members.ts'
import { describeClass } from './describe-class.ts'
import { fillPlaceholders, placeholder } from './description.ts'
import { deferFieldInitialisers } from './field-initialisers.ts'
import { findClasses, type FoundClass } from './find-classes.ts'
import type { Host } from './host.ts'
import type { SourceMap } from './insertions.ts'
import { lower } from './lower.ts'
import { nodeHost } from './node-host.ts'
import { startReading } from './reading.ts'
import { parseSourceFile, type SourceFile } from './source-file.ts'
import { SourceSyntaxError } from './source-syntax-error.ts'

export interface TransformOptions {
  /** How other modules are found and read; Node's file system unless given. */
  readonly host?: Host
}

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
  { host = nodeHost }: TransformOptions = {},
): Transformed {
  if (!source.includes('class')) return { ...lower(file, source, []), followed: [] }
  const module = parseSourceFile(source, resolve(file))
  const reading = startReading(module, host)
  const classes = findClasses(module)
  refuseDecoratedExpression(classes, module)
  const descriptions = classes.map((found) => describeClass(found, reading))
  const insertions = [
    ...classes.flatMap(({ node }) => deferFieldInitialisers(node, source)),
    ...descriptions.map((description, index) => ({
      offset: (classes[index]?.node.body.end ?? 0) - 1,
      text: placeholder(description, index),
    })),
    { offset: source.length, text: `\n${reading.references.toSource()}` },
  ].toSorted((a, b) => a.offset - b.offset)
  const lowered = lower(file, source, insertions)
  const isMixed = classes.some(({ node }) => decoratesStaticFirst(node))
  const { code, map } = isMixed ? orderDecorators(lowered) : lowered
  return { code: fillPlaceholders(code, descriptions), map, followed: [...reading.files.keys()] }
}

/** Decorators before the standard ones exist on class declarations alone. */
function refuseDecoratedExpression(classes: readonly FoundClass[], module: SourceFile): void {
  const refused = classes.find(({ node }) => node.type === 'ClassExpression' && hasDecorators(node))
  if (!refused) return
  const problem = 'A class expression cannot have decorators. Declare the class with a name.'
  throw new SourceSyntaxError(module.label, module.text, refused.node.start, problem)
}
