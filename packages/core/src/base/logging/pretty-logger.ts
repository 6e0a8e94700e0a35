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
 * Redacts and filters like `JsonLogger`. Colours follow FORCE_COLOR and NO_COLOR; without them, colours are on if
 * standard error is a terminal.
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
  const { level, time, message, error, err, ...fields } = JSON.parse(line) as LogLine
  const head = [
    dim(new Date(time).toTimeString().slice(0, 8)),
    paint(colours[level], level.padEnd(5)),
    printable(message),
    ...Object.entries(fields).map(([name, value]) => dim(`${name}=${formatValue(value)}`)),
  ]
  const thrown = (error ?? err) as LoggedError | undefined
  return `${head.join(' ')}\n${thrown === undefined ? '' : describeError(thrown, sourceOf)}`
}

function formatValue(value: unknown): string {
  return printable(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Escapes control characters for a terminal, except line breaks and tabs. */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- These are the characters to escape.
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, escapeCharacter)
}

function escapeCharacter(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
}

const maxCauseDepth = 3

function describeError(error: LoggedError, sourceOf: SourceOf, prefix = '', depth = 0): string {
  if (typeof error !== 'object' || error === null) return `  ${prefix}${formatValue(error)}\n`
  const { type = 'Error', message = '', stack = '', cause, aggregateErrors = [] } = error
  const frames = framesOf(stack)
  const appFrames = frames.filter(isAppFrame)
  const source = depth === 0 && appFrames[0] !== undefined ? sourceOf(appFrames[0]) : undefined
  const inner = depth < maxCauseDepth ? [...(cause ? [cause] : []), ...aggregateErrors] : []
  const lines = [
    paint('red', `${prefix}${printable(`${type}: ${message}`).split('\n').join('\n  ')}`),
    ...(source === undefined ? [] : source.split('\n')),
    ...appFrames.slice(0, maxFrames).map((frame) => dim(`at ${withPath(frame)}`)),
    ...(frames.length > appFrames.length
      ? [dim(`   ${frames.length - appFrames.length} frames of packages and Node`)]
      : []),
  ]
  const causes = inner.map((each) => describeError(each, sourceOf, 'Caused by ', depth + 1))
  return lines.map((line) => `  ${line}\n`).join('') + causes.join('')
}

/** The maximum number of application frames to show for each error. */
const maxFrames = 4

/**
 * Returns the stack frames without `at`. The serialized stack of an error also contains the frames of its causes, which
 * are left out.
 */
function framesOf(stack: string): string[] {
  const [own = ''] = stack.split('\ncaused by: ')
  const frames = own.split('\n').filter((line) => /^\s+at /.test(line))
  return frames.map((line) => line.trim().slice(3))
}

const framework = new URL('../..', import.meta.url)

/** True for a stack frame of the application: not of a package, the framework or Node. */
function isAppFrame(frame: string): boolean {
  return (
    !/[\\/]node_modules[\\/]|\(?node:|<anonymous>$/.test(frame) &&
    !frame.includes(framework.href) &&
    !frame.includes(framework.pathname)
  )
}

function withPath(frame: string): string {
  return frame.replace(/file:\/\/[^):]+|(?<=^|\()\/[^):]+/, (location) => {
    const path = location.startsWith('file:') ? fileURLToPath(location) : location
    const relativePath = relative(process.cwd(), path)
    return relativePath.startsWith('..') ? path : relativePath
  })
}

function dim(text: string): string {
  return paint('dim', text)
}

function paint(format: 'dim' | 'cyan' | 'yellow' | 'red', text: string): string {
  return styleText(format, text, { stream: process.stderr })
}
