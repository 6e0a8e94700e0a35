import { parseSync, Visitor } from 'oxc-parser'
import type { CallExpression, Expression } from 'oxc-parser'

export interface Citation {
  readonly id: string
  readonly at: string
}

/** The ids that a test source cites as literals in calls of `verifies`. Throws where one is computed. */
export function citationsIn(file: string, source: string): Citation[] {
  const { program } = parseSync(file, source)
  const found: Citation[] = []
  new Visitor({
    CallExpression(call) {
      if (isVerifies(call)) found.push(...citedBy(call, placeIn(file, source, call.start)))
    },
  }).visit(program)
  return found
}

function isVerifies(call: CallExpression): boolean {
  return call.callee.type === 'Identifier' && call.callee.name === 'verifies'
}

function citedBy(call: CallExpression, at: string): Citation[] {
  const ids = call.arguments[0]
  const written = ids?.type === 'ArrayExpression' ? ids.elements : [ids]
  return written.map((id) => ({ id: literalOf(id as Expression | undefined, at), at }))
}

function literalOf(id: Expression | undefined, at: string): string {
  if (id?.type === 'Literal' && typeof id.value === 'string') return id.value
  throw new Error(`${at}: the ids given to verifies must be string literals.`)
}

function placeIn(file: string, source: string, offset: number): string {
  return `${file}:${source.slice(0, offset).split('\n').length}`
}
