import type { Span, TSType } from 'oxc-parser'
import type { Unreadable } from '../described-type.ts'
import type { Scope } from '../parse/scope.ts'

/** Rejects the current type. `reason` and `remedy` are clauses, as for `unreadable`. */
export type Refuse = (reason: string, remedy: string) => Unreadable

/** Returns a type that the framework must reject. `reason` and `remedy` are clauses, which become sentences. */
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

/** Returns the source of a node on one line, truncated to 80 characters. */
export function textOf(node: Span, text: string): string {
  const line = text.slice(node.start, node.end).replaceAll(/\s+/g, ' ')
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}

/** Returns the reason why a type syntax is not supported, and the advice on what to use instead. */
export function unsupportedSyntax(type: TSType['type']): readonly [reason: string, remedy: string] {
  return unsupported[type] ?? ['the type has no JSON representation', 'write another type']
}

const unsupported: Partial<Record<string, readonly [reason: string, remedy: string]>> = {
  TSMappedType: [
    'resolving a mapped type needs the type checker, which fw does not run',
    'write an interface with its properties',
  ],
  TSConditionalType: [
    'resolving a conditional type needs the type checker, which fw does not run',
    'write the resulting type',
  ],
  TSFunctionType: ['a function has no JSON representation', 'declare a class with a method for it'],
  TSConstructorType: [
    'a constructor has no JSON representation',
    'declare an abstract class for it',
  ],
  TSSymbolKeyword: ['a symbol has no JSON representation', 'write string'],
  TSTypeOperator: ['a symbol has no JSON representation', 'write string'],
  TSThisType: ['"this" does not name a class', 'write the name of the class'],
}
