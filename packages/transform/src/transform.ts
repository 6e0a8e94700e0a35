import { hasDecorators } from './decorators.ts'
import { describeClass } from './describe-class.ts'
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
  const module = parseSourceFile(source, file)
  const reading = startReading(module, host)
  const classes = findClasses(module)
  refuseDecoratedExpression(classes, module)
  const insertions = classes.flatMap((found) => [
    ...deferFieldInitialisers(found.node, source),
    { offset: found.node.body.end - 1, text: describeClass(found, reading) },
  ])
  const imports = reading.references.toSource()
  if (imports !== '') insertions.push({ offset: source.length, text: `\n${imports}` })
  insertions.sort((a, b) => a.offset - b.offset)
  return { ...lower(file, source, insertions), followed: [...reading.followed] }
}

/** Decorators before the standard ones exist on class declarations alone. */
function refuseDecoratedExpression(classes: readonly FoundClass[], module: SourceFile): void {
  const refused = classes.find(({ node }) => node.type === 'ClassExpression' && hasDecorators(node))
  if (!refused) return
  const problem = 'A class expression cannot have decorators. Declare the class with a name.'
  throw new SourceSyntaxError(module.label, module.text, refused.node.start, problem)
}
