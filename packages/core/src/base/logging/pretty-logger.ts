import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { styleText } from 'node:util'
import { JsonLogger, type JsonLoggerOptions, type LogLevel } from './logger.ts'

/** The options of a `PrettyLogger`. */
export interface PrettyLoggerOptions extends JsonLoggerOptions {
  /**
   * Returns the source code around a stack frame such as `load (file:///app/src/a.ts:3:9)`; undefined if it cannot be
   * read.
   */
  readonly sourceOf?: (frame: string) => string | undefined
}

/**
 * Writes log lines for humans: time, level, message and fields, and errors with the stack frames of the application.
 * Redacts and filters like `JsonLogger`. Colours follow NO_COLOR and FORCE_COLOR, and are off if standard error is not
 * a terminal.
 */
export class PrettyLogger extends JsonLogger {
  constructor({ write, sourceOf = () => undefined, ...options }: PrettyLoggerOptions = {}) {
    const print = write ?? ((text) => void process.stderr.write(text))
    super({ ...options, write: (line) => print(prettyLine(line, sourceOf)) })
  }
}

/** A log line as `JsonLogger` writes it. */
interface LogLine extends Readonly<Record<string, unknown>> {
  readonly level: Exclude<LogLevel, 'silent'>
  readonly time: string
  readonly message: string
}

interface LoggedError {
  readonly type?: string
  readonly message?: string
  readonly stack?: string
  readonly cause?: LoggedError
  readonly aggregateErrors?: readonly LoggedError[]
}

type SourceOf = (frame: string) => string | undefined

const colours = { debug: 'dim', info: 'cyan', warn: 'yellow', error: 'red' } as const

function prettyLine(line: string, sourceOf: SourceOf): string {
  const { level, time, message, error, err, ...facts } = JSON.parse(line) as LogLine
  const head = [
    dim(new Date(time).toTimeString().slice(0, 8)),
    paint(colours[level], level.padEnd(5)),
    printable(message),
    ...Object.entries(facts).map(([name, fact]) => dim(`${name}=${shown(fact)}`)),
  ]
  const thrown = (error ?? err) as LoggedError | undefined
  return `${head.join(' ')}\n${thrown === undefined ? '' : describeError(thrown, sourceOf)}`
}

function shown(fact: unknown): string {
  return printable(typeof fact === 'string' ? fact : JSON.stringify(fact))
}

/** Escapes control characters for a terminal, except line breaks and tabs. */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- These are the characters to escape.
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, escapeCharacter)
}

function escapeCharacter(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
}

const deepestCause = 3

function describeError(error: LoggedError, sourceOf: SourceOf, prefix = '', depth = 0): string {
  if (typeof error !== 'object' || error === null) return `  ${prefix}${shown(error)}\n`
  const { type = 'Error', message = '', stack = '', cause, aggregateErrors = [] } = error
  const frames = framesOf(stack)
  const own = frames.filter(isOwn)
  const source = depth === 0 && own[0] !== undefined ? sourceOf(own[0]) : undefined
  const inner = depth < deepestCause ? [...(cause ? [cause] : []), ...aggregateErrors] : []
  const lines = [
    paint('red', `${prefix}${printable(`${type}: ${message}`).split('\n').join('\n  ')}`),
    ...(source === undefined ? [] : source.split('\n')),
    ...own.slice(0, mostFrames).map((frame) => dim(`at ${withPath(frame)}`)),
    ...(frames.length > own.length
      ? [dim(`   ${frames.length - own.length} frames of packages and Node`)]
      : []),
  ]
  const causes = inner.map((each) => describeError(each, sourceOf, 'Caused by ', depth + 1))
  return lines.map((line) => `  ${line}\n`).join('') + causes.join('')
}

/** The maximum number of application frames to show for each error. */
const mostFrames = 4

/** Returns the stack frames without `at`. The serialized stack of an error also contains those of its causes. */
function framesOf(stack: string): string[] {
  const [own = ''] = stack.split('\ncaused by: ')
  const frames = own.split('\n').filter((line) => /^\s+at /.test(line))
  return frames.map((line) => line.trim().slice(3))
}

const framework = new URL('../..', import.meta.url)

/** True for a stack frame of the application: not of a package, the framework or Node. */
function isOwn(frame: string): boolean {
  return (
    !/[\\/]node_modules[\\/]|\(?node:|<anonymous>$/.test(frame) &&
    !frame.includes(framework.href) &&
    !frame.includes(framework.pathname)
  )
}

function withPath(frame: string): string {
  return frame.replace(/file:\/\/[^):]+|(?<=^|\()\/[^):]+/, (place) => {
    const path = place.startsWith('file:') ? fileURLToPath(place) : place
    const inside = relative(process.cwd(), path)
    return inside.startsWith('..') ? path : inside
  })
}

function dim(text: string): string {
  return paint('dim', text)
}

function paint(format: 'dim' | 'cyan' | 'yellow' | 'red', text: string): string {
  return styleText(format, text, { stream: process.stderr })
}
