import type { Class } from 'oxc-parser'
import { decoratorsIn, type UsedDecorator } from '../parse/class-members.ts'
import type { SourceFile } from '../parse/source-file.ts'
import type { Insertion } from './lower.ts'

/** Records the decorators without parentheses in the class, so that the framework can name them in an error. */
export function uncalledDecorators(node: Class, file: SourceFile): Insertion[] {
  const uses = decoratorsIn(node).flatMap((use) => describe(use, file))
  if (uses.length === 0) return []
  const key = 'globalThis.Symbol.for("fw.uncalled")'
  const text = `;static{globalThis.Object.defineProperty(this,${key},{value:[${uses.join(',')}]})}`
  return [{ offset: node.body.end - 1, text }]
}

function describe({ node, member, parameter }: UsedDecorator, file: SourceFile): string[] {
  if (node.expression.type !== 'Identifier') return []
  const { name } = node.expression
  const location = { name, file: file.label, at: file.at(node.start), member, parameter }
  return [`{...${JSON.stringify(location)},decorator:${name}}`]
}
