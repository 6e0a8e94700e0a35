import { parseSync } from 'oxc-parser'
import type { SourceFile } from './repository.ts'

/** Returns the strings of a source, with `…` for expressions; concatenated strings are one. */
export function textsOf({ path, text }: SourceFile): string[] {
  const found: string[] = []
  collect(parseSync(path, text).program, found)
  return found.map(withOneGap)
}

export function isSentence(text: string): boolean {
  return /\S \S.*\.$/.test(text) && !text.includes('\n')
}

/** Neighbouring gaps are one. */
export function withOneGap(text: string): string {
  return text.replaceAll(/…(?:\s*…)*/g, '…').trim()
}

type SyntaxNode = { readonly type?: string } & Readonly<Record<string, unknown>>

function collect(value: unknown, found: string[]): void {
  if (Array.isArray(value)) return value.forEach((item) => collect(item, found))
  if (typeof value !== 'object' || value === null) return
  const node = value as SyntaxNode
  const text = textOf(node)
  if (text !== undefined) found.push(text)
  if (!isDescription(node)) partsOf(node, text).forEach((child) => collect(child, found))
}

/** Returns the parts that may contain further strings: of a template, its expressions. */
function partsOf(node: SyntaxNode, text: string | undefined): unknown[] {
  if (text === undefined) return Object.values(node)
  const { type, expressions, left, right } = node
  if (type === 'TemplateLiteral') return [expressions]
  return [left, right].flatMap((side) => {
    const part = side as SyntaxNode | undefined
    return part ? partsOf(part, textOf(part)) : []
  })
}

/** True for the descriptions of commands and their options. */
function isDescription({ type, key, callee }: SyntaxNode): boolean {
  const { name } = (type === 'Property' ? key : (callee ?? {})) as { name?: string }
  return ['description', 'builtInOption', 'builtInArgument'].includes(name ?? '')
}

function textOf({ type, value, quasis, operator, left, right }: SyntaxNode): string | undefined {
  if (type === 'Literal' && typeof value === 'string') return value
  if (type === 'TemplateLiteral') {
    return (quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('…')
  }
  if (type !== 'BinaryExpression' || operator !== '+') return undefined
  const [before, after] = [left, right].map((side) => textOf(side as SyntaxNode))
  return before === undefined && after === undefined ? undefined : (before ?? '…') + (after ?? '…')
}
