import type { Class } from 'oxc-parser'
import type { SourceFile } from './source-file.ts'

/** Every class of a module that has a body at run time, nested ones included. */
export function findClasses({ program, text }: SourceFile): Class[] {
  const mentions = Array.from(text.matchAll(/\bclass\b/g), (match) => match.index)
  const found: Class[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const item of node) visit(item)
    if (!isNode(node) || !mentions.some((at) => at >= node.start && at < node.end)) return
    if (isClass(node) && !node.declare) found.push(node)
    for (const value of Object.values(node)) {
      if (typeof value === 'object' && value !== null) visit(value)
    }
  }
  visit(program)
  return found
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function isClass(node: Node): node is Class {
  return node.type === 'ClassDeclaration' || node.type === 'ClassExpression'
}
