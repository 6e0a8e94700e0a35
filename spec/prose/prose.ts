import { parseSync, Visitor } from 'oxc-parser'
import type { Expression, PrivateIdentifier, TemplateLiteral } from 'oxc-parser'
import { filesOf } from '../repository.ts'
import type { SourceFile } from '../repository.ts'

/** A piece of writing and its location. */
export interface Prose {
  readonly kind: 'comment' | 'message' | 'title' | 'paragraph'
  /** `path:line` */
  readonly at: string
  /** On one line, without comment marks and code blocks. Expressions in messages are `…`. */
  readonly text: string
}

/** Collects comments, messages and test titles from sources, and paragraphs from pages. */
export function readProse(): Prose[] {
  const sources = filesOf('{packages,apps,benchmarks,spec,packaging}/**/*.ts')
  const pages = filesOf('*.md', '{packages,apps,benchmarks,decisions,spec}/**/*.md')
  return [...sources.flatMap(proseOfSource), ...pages.flatMap(proseOfPage)]
}

function proseOfSource({ path, text }: SourceFile): Prose[] {
  const { program, comments } = parseSync(path, text)
  const found: Prose[] = []
  const add = (kind: Prose['kind'], offset: number, value: string) => {
    const line = text.slice(0, offset).split('\n').length
    found.push({ kind, at: `${path}:${line}`, text: onOneLine(value) })
  }
  for (const comment of joinLines(comments, text)) add('comment', comment.start, comment.value)
  let end = 0
  const addMessage = (node: Part & { start: number; end: number }) => {
    if (node.start < end) return
    const message = textOf(node)
    if (message === undefined) return
    end = node.end
    if (isSentence(message)) add('message', node.start, message)
  }
  new Visitor(
    isTest(path)
      ? {
          CallExpression({ callee, arguments: given }) {
            if (!/^(test|it|describe)\b/.test(text.slice(callee.start, callee.end))) return
            const title = given.slice(0, 2).findLast((each) => textOf(each as Part) !== undefined)
            if (title) add('title', title.start, textOf(title as Part) ?? '')
          },
        }
      : { BinaryExpression: addMessage, Literal: addMessage, TemplateLiteral: addMessage },
  ).visit(program)
  return found
}

type Part = Expression | TemplateLiteral | PrivateIdentifier

/** Returns the text of a string, a template or their sum; undefined for other expressions. */
function textOf(node: Part): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type === 'TemplateLiteral') {
    return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('…')
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined
  const [left, right] = [textOf(node.left), textOf(node.right)]
  return left === undefined && right === undefined ? undefined : (left ?? '…') + (right ?? '…')
}

interface Comment {
  readonly type: string
  readonly value: string
  readonly start: number
  readonly end: number
}

/** Line comments on consecutive lines are one comment. */
function joinLines(comments: readonly Comment[], text: string): Comment[] {
  const joined: Comment[] = []
  for (const comment of comments) {
    const last = joined.at(-1)
    const isNext = last?.type === 'Line' && comment.type === 'Line'
    if (isNext && /^\s*$/.test(text.slice(last.end, comment.start))) {
      joined[joined.length - 1] = {
        ...last,
        value: `${last.value} ${comment.value}`,
        end: comment.end,
      }
    } else joined.push(comment)
  }
  return joined.filter(({ value }) => !/^\s*(#region|#endregion|@ts-|oxlint-|\/)/.test(value))
}

/** Each list item, heading and table row is a paragraph. */
function proseOfPage({ path, text }: SourceFile): Prose[] {
  const found: Prose[] = []
  let lines: string[] = []
  let start = 0
  let isCode = false
  const flush = () => {
    const at = `${path}:${start}`
    if (lines.length > 0) found.push({ kind: 'paragraph', at, text: onOneLine(lines.join('\n')) })
    lines = []
  }
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*```/.test(line)) isCode = !isCode
    const isBreak =
      isCode || /^\s*(```|\|[\s|:-]+\||:::.*|---|)$/.test(line) || /^\s*```/.test(line)
    if (isBreak || /^\s*([-*+] |\d+\. |#|\||<)/.test(line)) flush()
    if (isBreak) continue
    if (lines.length === 0) start = index + 1
    lines.push(line)
  }
  flush()
  return found
}

function isSentence(value: string): boolean {
  return /^[A-Z…@"'].*\s\S+\s.*[.:?…]\s*$/s.test(value) && /[a-z]{2,} [a-z]{2,}/.test(value)
}

function isTest(path: string): boolean {
  return /\/test\/|\.test\.ts$/.test(path)
}

function onOneLine(value: string): string {
  return value
    .replaceAll(/^\s*\*+ ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
