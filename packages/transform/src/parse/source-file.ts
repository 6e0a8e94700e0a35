import { createRequire } from 'node:module'
import { relative, sep } from 'node:path'
import type * as oxc from 'oxc-parser'
import type { Comment, Program } from 'oxc-parser'
import { blankBodies } from './function-bodies.ts'
import { findDeepBracket, maxNesting } from './nesting.ts'

/** A parsed module. */
export interface SourceFile {
  readonly path: string
  /** The path relative to the working directory, with forward slashes. */
  readonly label: string
  readonly text: string
  readonly program: Program
  /** Parsed comments; empty if there are no doc comments. */
  readonly comments: readonly Comment[]
  /** Returns `line:column` for an offset, both starting at 1. */
  at(offset: number): string
}

/** Parses a module without the bodies of its functions. Throws `SourceSyntaxError`. */
export function parseSourceFile(text: string, path: string): SourceFile {
  refuseDeepNesting(text, path)
  const parsed = parse(blankBodies(text), path)
  if (parsed.errors.length > 0) refuseErrors(parse(text, path).errors, text, path)
  const lines = lineStarts(text)
  const at = (offset: number) => position(lines, offset)
  const comments = text.includes('/**') ? parsed.comments : []
  return { path, label: labelOf(path), text, program: jsonParseAst(parsed.program), comments, at }
}

const scanned = new Map<string, SourceFile>()

/** Parses a module that will be transformed later. Throws `SourceSyntaxError`. */
export function scanSourceFile(text: string, path: string): SourceFile {
  const file = parseSourceFile(text, path)
  scanned.set(path, file)
  return file
}

/** Returns the scanned module with exactly this source, or undefined. */
export function findScanned(text: string, path: string): SourceFile | undefined {
  const file = scanned.get(path)
  return file?.text === text ? file : undefined
}

/** Like `findScanned`, for the transform. The scanned module is then removed. */
export function takeScanned(text: string, path: string): SourceFile | undefined {
  const file = findScanned(text, path)
  scanned.delete(path)
  return file
}

/** Returns a function that computes a value once for each module and caches it. */
export function onceForFile<T>(work: (file: SourceFile) => T): (file: SourceFile) => T {
  // Cached in the module itself: garbage collection is slow with a WeakMap that contains many modules.
  const key = Symbol('known')
  return (file: SourceFile & { [key]?: T }) => (file[key] ??= work(file))
}

function parse(text: string, path: string) {
  return parseSync(path, text, { sourceType: 'module', preserveParens: false })
}

/**
 * The native bindings of the parser. The object that the package itself returns has getters that keep the syntax tree
 * in memory until a full garbage collection.
 */
const require = createRequire(import.meta.url)
const { parseSync } = require('oxc-parser/src-js/bindings') as { parseSync: Parse }
const { jsonParseAst } = require('oxc-parser/src-js/wrap') as { jsonParseAst: ToProgram }

type Parse = (...args: Parameters<typeof oxc.parseSync>) => {
  /** The syntax tree as JSON. */
  readonly program: string
  readonly comments: Comment[]
  readonly errors: oxc.OxcError[]
}
type ToProgram = (json: string) => Program

function labelOf(path: string): string {
  return relative(process.cwd(), path).replaceAll(sep, '/')
}

interface Problem {
  readonly severity: string
  readonly message: string
  readonly labels: readonly { readonly start: number }[]
}

/** Throws a `SourceSyntaxError` for the first error that oxc reports. */
export function refuseErrors(problems: readonly Problem[], text: string, path: string): void {
  const error = problems.find(({ severity }) => severity === 'Error')
  if (!error) return
  throw new SourceSyntaxError(labelOf(path), text, error.labels[0]?.start ?? 0, error.message)
}

/** Throws a `SourceSyntaxError` if brackets are nested too deeply for the parser. */
export function refuseDeepNesting(text: string, path: string): void {
  const offset = findDeepBracket(text)
  if (offset === -1) return
  const problem = `more than ${maxNesting} brackets are nested. Move inner parts to constants.`
  throw new SourceSyntaxError(labelOf(path), text, offset, problem)
}

/**
 * Thrown for a module that is not valid TypeScript, or that the transform does not support. The message contains the
 * location and the line.
 */
export class SourceSyntaxError extends SyntaxError {
  override readonly name: string = 'SourceSyntaxError'
  readonly file: string
  /** The location in the file, as `line:column`. */
  readonly at: string

  constructor(file: string, text: string, offset: number, problem: string) {
    const before = text.slice(0, offset).split('\n')
    const column = before.at(-1)?.length ?? 0
    const at = `${before.length}:${column + 1}`
    super(`${file}:${at}: ${problem}\n${frame(text, before.length, column)}`)
    this.file = file
    this.at = at
  }
}

/**
 * Thrown for a decorator that is neither declared nor imported, or that is imported as a type. Node's own error would
 * contain neither the location nor a fix.
 */
export class UndeclaredDecorator extends SourceSyntaxError {
  override readonly name = 'UndeclaredDecorator'
}

/** Returns a line, the line before it, and an arrow that points to the column. */
function frame(text: string, line: number, column: number): string {
  const numbered = text.split(/\r?\n/).map((content, index) => `${index + 1} | ${content}`)
  const margin = `${line} | `.length + column
  return [...numbered.slice(Math.max(0, line - 2), line), `${' '.repeat(margin)}^`].join('\n')
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
