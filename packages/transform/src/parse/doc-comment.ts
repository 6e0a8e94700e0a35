import type { Comment, Span } from 'oxc-parser'
import type { Documentation } from '../described-type.ts'
import type { SourceFile } from './source-file.ts'

/** A parsed doc comment. */
export interface DocComment {
  /** The documentation; undefined if the comment has no text, `@deprecated` or `@example`. */
  readonly documentation: Documentation | undefined
  /** The documentation of parameters, by name. */
  readonly parameters: ReadonlyMap<string, Documentation>
}

/** Returns the doc comment of a declaration, which is before it or between its decorators and its name. */
export function docOf(
  node: Span & { readonly decorators?: readonly Span[] },
  name: Span,
  file: SourceFile,
): DocComment | undefined {
  const { start, decorators = [] } = node
  const [first] = decorators
  const last = decorators.at(-1)
  return (
    docBefore(Math.min(start, first?.start ?? start), file) ??
    (last && docBetween(last.end, name.start, file))
  )
}

/** Returns the doc comment that ends before an offset. Only other comments may be in between. */
export function docBefore(offset: number, file: SourceFile): DocComment | undefined {
  let end = offset
  for (let index = commentsBefore(offset, file.comments) - 1; index >= 0; index--) {
    const comment = file.comments[index]
    if (!comment || /\S/.test(file.text.slice(comment.end, end))) return undefined
    if (isDoc(comment)) return parseDoc(comment.value)
    end = comment.start
  }
  return undefined
}

function commentsBefore(offset: number, comments: readonly Comment[]): number {
  let low = 0
  let high = comments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((comments[middle]?.end ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the last doc comment between two offsets. */
function docBetween(start: number, end: number, file: SourceFile): DocComment | undefined {
  const found = file.comments.findLast(
    (comment) => comment.start >= start && comment.end <= end && isDoc(comment),
  )
  return found && parseDoc(found.value)
}

function isDoc({ type, value }: Comment): boolean {
  return type === 'Block' && value.startsWith('*')
}

function parseDoc(comment: string): DocComment {
  const plain = comment.slice(1).replaceAll(/^[ \t]*\* ?/gm, '')
  const [text = '', ...tags] = plain.includes('@') ? plain.split(/^[ \t]*@(?=[a-z])/m) : [plain]
  const parameters = new Map<string, Documentation>()
  const examples: string[] = []
  let deprecated: true | string | undefined
  for (const tag of tags) {
    const [, name = '', body = ''] = /^(\w+)([^]*)$/.exec(tag) ?? []
    if (name === 'deprecated') deprecated = oneLine(body) || true
    if (name === 'example') examples.push(withoutTrailing(body).replace(/^\n/, '').trimEnd())
    const [, parameter, description] = name === 'param' ? (parameterTag.exec(body) ?? []) : []
    if (parameter !== undefined) parameters.set(parameter, sentences(description ?? ''))
  }
  const documentation: Documentation = {
    ...sentences(text),
    ...(deprecated !== undefined && { deprecated }),
    ...(examples.length > 0 && { examples }),
  }
  const isEmpty = Object.keys(documentation).length === 0
  return { documentation: isEmpty ? undefined : documentation, parameters }
}

/** Matches `{type} name - text` or `[name=default] text`. */
const parameterTag = /^\s*(?:\{[^}]*\}\s*)?\[?([\w$]+)(?:=[^\]]*)?\]?\s*(?:-\s+)?([^]*)$/

function sentences(text: string): Documentation {
  const plain = (text.includes('{@link') ? withoutLinks(text) : text).trim()
  const [paragraph = '', ...rest] = plain.includes('\n') ? plain.split(/\n\s*\n/) : [plain]
  const end = firstSentenceEnd(paragraph)
  const summary = oneLine(paragraph.slice(0, end))
  const description = [paragraph.slice(end).trim(), ...rest].filter(Boolean).join('\n\n')
  return {
    ...(summary && { summary }),
    ...(description && { description: withoutTrailing(description) }),
  }
}

function withoutLinks(text: string): string {
  return text.replaceAll(
    /\{@link(?:code|plain)?\s+([^\s|{}]+)((?:[\s|][^{}]*)?)\}/g,
    (_, target, label) => label.replace(/^[\s|]+/, '') || target,
  )
}

/** Removes trailing whitespace from each line. */
function withoutTrailing(text: string): string {
  if (!text.includes('\n')) return text
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

function firstSentenceEnd(paragraph: string): number {
  sentenceEnd.lastIndex = 0
  while (sentenceEnd.test(paragraph)) {
    const end = sentenceEnd.lastIndex
    if (!/\b(?:e\.g|i\.e|etc|vs)$/i.test(paragraph.slice(0, end - 1))) return end
  }
  return paragraph.length
}

const sentenceEnd = /[.!?](?=\s)/g

function oneLine(text: string): string {
  return text.replaceAll(/\s{2,}|[^\S ]/g, ' ').trim()
}
