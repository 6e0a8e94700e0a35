import { parseSync } from 'oxc-parser'
import type { SourceFile } from '../repository.ts'

export interface Expression {
  /** The location: file and line. */
  readonly place: string
  readonly expression: RegExp
}

type SyntaxNode = { readonly type?: string; readonly start: number } & Readonly<
  Record<string, unknown>
>

/**
 * Returns the regular expressions of a source, including those of scripts in its strings.
 * `computed` receives the locations of those that are built at run time.
 */
export function findExpressions({ path, text }: SourceFile, computed: string[]): Expression[] {
  const found: Expression[] = []
  const constants = new Map<string, SyntaxNode>()
  const add = (node: SyntaxNode, pattern: string, flags: string) => {
    const place = `${path}:${text.slice(0, node.start).split('\n').length}`
    found.push({ place, expression: new RegExp(pattern, flags) })
  }
  const visit = (value: unknown, parent?: SyntaxNode): void => {
    if (Array.isArray(value)) return value.forEach((item) => visit(item, parent))
    if (typeof value !== 'object' || value === null) return
    const node = value as SyntaxNode
    if (node.type === 'VariableDeclarator') {
      const { name } = node['id'] as { name?: string }
      if (name) constants.set(name, node['init'] as SyntaxNode)
    }
    const regex = node['regex'] as { pattern: string; flags: string } | undefined
    if (regex) add(node, regex.pattern, withSplit(regex.flags, parent))
    else if (isRegExpCall(node)) {
      const [pattern, flags] = (node['arguments'] as SyntaxNode[]).map((each) =>
        textOf(each, constants),
      )
      if (pattern === undefined) computed.push(path)
      else add(node, pattern, flags ?? '')
    }
    for (const inner of scriptOf(node)) {
      for (const { expression } of findExpressions({ path: 'script.js', text: inner }, [])) {
        add(node, expression.source, expression.flags)
      }
    }
    for (const [key, child] of Object.entries(node)) {
      if (key !== 'regex') visit(child, node.type ? node : parent)
    }
  }
  const { program, errors } = parseSync(path, text)
  if (errors.length === 0) visit(program)
  return found
}

/** A separator is tried at every position of the string. */
function withSplit(flags: string, parent: SyntaxNode | undefined): string {
  const callee = parent?.['callee'] as { property?: { name?: string } } | undefined
  return callee?.property?.name === 'split' && !flags.includes('g') ? `${flags}g` : flags
}

function isRegExpCall({ type, callee }: SyntaxNode): boolean {
  const isCall = type === 'NewExpression' || type === 'CallExpression'
  return isCall && (callee as { name?: string }).name === 'RegExp'
}

/**
 * Returns the string of a constant expression: literals, templates, sums, joined lists, and
 * constants of these.
 */
function textOf(node: SyntaxNode, constants: ReadonlyMap<string, SyntaxNode>): string | undefined {
  const inner = (part: unknown) => textOf(part as SyntaxNode, constants)
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? node['value'] : undefined
    case 'Identifier': {
      const constant = constants.get(node['name'] as string)
      return constant && textOf(constant, constants)
    }
    case 'BinaryExpression':
      return joined([inner(node['left']), inner(node['right'])])
    case 'TemplateLiteral': {
      const texts = (node['expressions'] as unknown[]).map(inner)
      return joined(
        quasisOf(node).flatMap((quasi, index) => [quasi, ...texts.slice(index, index + 1)]),
      )
    }
    case 'CallExpression': {
      const { object, property } = node['callee'] as Record<string, SyntaxNode | undefined>
      if (property?.['name'] !== 'join' || object?.type !== 'ArrayExpression') return undefined
      const mark = inner((node['arguments'] as unknown[])[0])
      const parts = (object['elements'] as unknown[]).map(inner)
      return joined(parts.flatMap((part, index) => (index === 0 ? [part] : [mark, part])))
    }
    default:
      return undefined
  }
}

function quasisOf(node: SyntaxNode): string[] {
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join('')
}

/** A string of several lines may be a script, or a page that contains some. */
function scriptOf(node: SyntaxNode): string[] {
  if (node.type !== 'TemplateLiteral') return []
  const text = quasisOf(node).join('0')
  if (!text.includes('\n')) return []
  const scripts = [...text.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, code = '']) => code)
  return scripts.length > 0 ? scripts : [text]
}
