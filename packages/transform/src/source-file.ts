import { relative, sep } from 'node:path'
import { parseSync, type Comment, type Program } from 'oxc-parser'
import { SourceSyntaxError } from './source-syntax-error.ts'

/** One parsed module. */
export interface SourceFile {
  readonly path: string
  /** The path relative to the working directory, with forward slashes. */
  readonly label: string
  readonly text: string
  readonly program: Program
  readonly comments: readonly Comment[]
  /** `line:column` of an offset, both counted from 1. */
  at(offset: number): string
}

/** Parses a module. Throws `SourceSyntaxError`. */
export function parseSourceFile(text: string, path: string): SourceFile {
  const label = relative(process.cwd(), path).replaceAll(sep, '/')
  const { program, comments, errors } = parseSync(path, text, {
    sourceType: 'module',
    preserveParens: false,
  })
  const error = errors.find((error) => error.severity === 'Error')
  const lines = lineStarts(text)
  const at = (offset: number) => position(lines, offset)
  if (error) throw new SourceSyntaxError(label, at(error.labels[0]?.start ?? 0), error)
  return { path, label, text, program, comments, at }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    starts.push(end + 1)
  }
  return starts
}

function position(starts: readonly number[], offset: number): string {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return `${low + 1}:${offset - (starts[low] ?? 0) + 1}`
}
