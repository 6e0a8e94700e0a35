import { createRequire } from 'node:module'
import type * as library from 'pino'
import { Config } from '../config/config.ts'
import { defaultBinding, type Resolver } from '../container/binding.ts'
import { currentContext, type CurrentContext } from './current-context.ts'
import { eachAtOnce, standardError, timeNow, type Destination } from './destination.ts'
import { Redaction } from './redact.ts'
import { readBundle } from '../platform/bundle.ts'
import { lookAt, toError } from './thrown.ts'

/** Facts about a line, or the error it is about. An error with other facts goes under `error`. */
export type LogDetails = Error | Readonly<Record<string, unknown>>

/** Where the application and the framework report. Unless another is registered: `JsonLogger`. */
export abstract class Logger {
  static readonly [defaultBinding] = (c: Resolver): Logger => {
    const config = c.get(Config)
    const names = config.list('FW_LOG_REDACT', [])
    const redact = names.length === 1 && names[0] === 'none' ? false : names
    return new JsonLogger({ level: config.oneOf('LOG_LEVEL', logLevels, 'info'), redact })
  }

  abstract debug(message: string, details?: LogDetails): void
  abstract info(message: string, details?: LogDetails): void
  abstract warn(message: string, details?: LogDetails): void
  abstract error(message: string, details?: LogDetails): void
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** From the least urgent to the most urgent, and `silent`. */
export type LogLevel = (typeof logLevels)[number]

/** Which lines a `JsonLogger` writes, and where to. */
export interface JsonLoggerOptions {
  /** The least level that is written; `info` when left out. */
  readonly level?: LogLevel
  /**
   * Further names whose values are not written, beside `password`, `token` and the like, at any depth; false ends all of
   * that.
   */
  readonly redact?: readonly string[] | false
  /** Takes each finished line; standard error when left out, or the console of a worker. */
  readonly write?: (line: string) => void
}

/**
 * Writes a line about something that has ended, together with others of this turn of the event loop. The facts are texts,
 * numbers and truths under the same names each time, so it is looked once whether one of these is secret.
 */
export let infoSoon: (
  logger: Logger,
  message: string,
  facts: Readonly<Record<string, unknown>>,
  names: readonly string[],
) => void

/** One JSON object a line. The library behind it is loaded with the first line that is written. */
export class JsonLogger extends Logger {
  readonly #options: JsonLoggerOptions
  readonly #least: number
  readonly #redaction: Redaction | undefined
  /** Lists of names, none of which is secret. */
  readonly #plainNames = new Set<readonly string[]>()
  #output: Output | undefined

  constructor(options: JsonLoggerOptions = {}) {
    super()
    this.#options = options
    const { redact } = options
    this.#redaction = redact === false ? undefined : new Redaction(redact)
    this.#least = logLevels.indexOf(options.level ?? 'info')
  }

  debug(message: string, details?: LogDetails): void {
    this.#write('debug', message, details)
  }

  info(message: string, details?: LogDetails): void {
    this.#write('info', message, details)
  }

  warn(message: string, details?: LogDetails): void {
    this.#write('warn', message, details)
  }

  error(message: string, details?: LogDetails): void {
    this.#write('error', message, details)
  }

  /** A line that comes with the names of its facts may wait for others. */
  #write(
    level: Exclude<LogLevel, 'silent'>,
    message: string,
    details: LogDetails = {},
    names?: readonly string[],
  ): void {
    if (logLevels.indexOf(level) < this.#least) return
    const { lines, destination } = (this.#output ??= outputOf(this.#options, this.#redaction))
    const context = currentContext()
    const around = context ? factsOf(context) : undefined
    try {
      const own = names && this.#arePlain(names) ? details : this.#toFacts(details)
      const facts = around || !isLiteral(own) ? { ...around, ...own } : own
      const line = plainLine(level, message, facts)
      if (line === undefined) lines[level](facts, message)
      else if (names) destination.writeSoon(line)
      else destination.write(line)
    } catch {
      // What was thrown elsewhere may be given as details, and reading it may throw.
      lines[level]({ ...around, error: toError(details) }, message)
    }
  }

  #arePlain(names: readonly string[]): boolean {
    if (this.#plainNames.has(names)) return true
    const arePlain = !names.some((name) => this.#redaction?.isSecret(name))
    if (arePlain) this.#plainNames.add(names)
    return arePlain
  }

  /** An error under `error` is redacted once its form is known. */
  #toFacts(details: LogDetails): object {
    if (!isFacts(details)) return { error: details }
    const facts = toFacts(details)
    return this.#redaction?.apply(facts, 'error', details) ?? facts
  }

  static {
    infoSoon = (logger, message, facts, names) => {
      const isOwn = logger instanceof JsonLogger && logger.info === JsonLogger.prototype.info
      if (isOwn) logger.#write('info', message, facts, names)
      else logger.info(message, facts)
    }
  }
}

function isLiteral(object: object): boolean {
  return Object.getPrototypeOf(object) === Object.prototype
}

/** A line without an error as the library would write it; undefined where that has to see to it. */
function plainLine(level: LogLevel, message: string, facts: object): string | undefined {
  const { error, err, toJSON } = facts as Readonly<Record<string, unknown>>
  const isPlain = error === undefined && err === undefined && toJSON === undefined
  if (!isPlain || typeof message !== 'string') return undefined
  try {
    const text = JSON.stringify(facts)
    const rest = text.length > 2 ? `,${text.slice(1, -1)}` : ''
    return `{"level":"${level}"${timeNow()}${rest},"message":${JSON.stringify(message)}}\n`
  } catch {
    // A circle, or a bigint.
    return undefined
  }
}

interface Output {
  readonly destination: Destination
  /** The library, which writes to the destination. */
  readonly lines: library.Logger
}

function outputOf(
  { level = 'info', write }: JsonLoggerOptions,
  redaction: Redaction | undefined,
): Output {
  const { pino } = loadLibrary()
  const destination = write ? eachAtOnce(write) : standardError(pino)
  const options: library.LoggerOptions = {
    level,
    base: null,
    messageKey: 'message',
    timestamp: timeNow,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { error: serializeWith(pino.stdSerializers.errWithCause, redaction) },
  }
  return { destination, lines: pino(options, destination) }
}

/** By the names that lines have: `job` is the class of a job there. */
function factsOf({ requestId, traceId, spanId, job: jobId }: CurrentContext): object {
  return { requestId, traceId, spanId, jobId }
}

function isFacts(details: LogDetails): boolean {
  return typeof details === 'object' && details !== null && !(details instanceof Error)
}

/** An object that writes its JSON itself may hide some of its properties. */
function toFacts(details: LogDetails): LogDetails {
  const { toJSON } = details as { toJSON?: unknown }
  return typeof toJSON === 'function' ? (toJSON.call(details) as LogDetails) : details
}

/** The library marks the errors that it reads, which a frozen one does not allow. */
function serializeWith(
  serialize: (error: Error) => object,
  redaction: Redaction | undefined,
): (error: unknown) => unknown {
  return (thrown) => {
    const found = lookAt(thrown, (error) => serialize(error as Error))
    if (found) return redaction ? redaction.apply(found) : found
    const { name: type, message, stack } = toError(thrown)
    return { type, message, stack }
  }
}

function loadLibrary(): typeof library {
  return readBundle()?.pino() ?? (createRequire(import.meta.url)('pino') as typeof library)
}
