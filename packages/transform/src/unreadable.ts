import type { Span } from 'oxc-parser'
import type { Unreadable } from './described-type.ts'
import type { Scope } from './scope.ts'

/** A type that the framework must refuse. Reason and remedy are clauses; sentences are made here. */
export function unreadable(
  node: Span,
  { file }: Scope,
  reason: string,
  remedy: string,
): Unreadable {
  const at = `${file.label}:${file.at(node.start)}`
  return {
    kind: 'unreadable',
    text: textOf(node, file.text),
    at,
    reason: `${reason}.`,
    remedy: `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`,
  }
}

/** The source of a node on one line, shortened. */
export function textOf(node: Span, text: string): string {
  const line = text.slice(node.start, node.end).replaceAll(/\s+/g, ' ')
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
