import { createRequire } from 'node:module'
import { Config } from '../config/config.ts'
import { defaultBinding, type Resolver } from '../container/binding.ts'
import { currentContext, type CurrentContext } from './current-context.ts'
import { eachAtOnce, standardError, type Destination } from './destination.ts'
import { Redaction } from './redact.ts'
import { readBundle, type LogPackages } from '../platform/bundle.ts'
import { describe, hideCommands, lookAt, toError } from './thrown.ts'

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

/** One JSON object a line. What writes errors, and values that JSON has no form for, is loaded with the first of them. */
export class JsonLogger extends Logger {
  readonly #destination: Destination
  readonly #least: number
  readonly #redaction: Redaction | undefined
  /** Lists of names, none of which is secret. */
  readonly #plainNames = new Set<readonly string[]>()

  constructor({ level = 'info', redact, write }: JsonLoggerOptions = {}) {
    super()
    this.#destination = write ? eachAtOnce(write) : standardError()
    this.#redaction = redact === false ? undefined : new Redaction(redact)
    this.#least = logLevels.indexOf(level)
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
    const line = this.#toLine(level, message, details, names)
    if (names) this.#destination.writeSoon(line)
    else this.#destination.write(line)
  }

  #toLine(
    level: LogLevel,
    message: string,
    details: LogDetails,
    names: readonly string[] | undefined,
  ): string {
    const context = currentContext()
    const around = context ? factsOf(context) : undefined
    try {
      const own = names && this.#arePlain(names) ? details : this.#toFacts(details)
      const facts = around || !isLiteral(own) ? { ...around, ...own } : own
      return plainLine(level, message, facts) ?? anyLine(level, message, facts, this.#redaction)
    } catch {
      // What was thrown elsewhere may be given as details, and reading it may throw.
      return anyLine(level, message, { ...around, error: toError(details) }, this.#redaction)
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

/** Undefined where a fact is an error, or has no form in JSON. */
function plainLine(level: LogLevel, message: string, facts: object): string | undefined {
  const { error, err, toJSON } = facts as Readonly<Record<string, unknown>>
  if (error !== undefined || err !== undefined || toJSON !== undefined) return undefined
  try {
    return lineOf(level, message, JSON.stringify(facts))
  } catch {
    // A circle, or a bigint.
    return undefined
  }
}

function anyLine(
  level: LogLevel,
  message: string,
  facts: object,
  redaction: Redaction | undefined,
): string {
  const { errWithCause, stringify } = loadPackages()
  const texts: string[] = []
  for (const [name, fact] of Object.entries(facts)) {
    const isError = name === 'error' || name === 'err'
    const text = stringify(isError ? serialize(fact, errWithCause, redaction) : fact)
    if (text !== undefined) texts.push(`${JSON.stringify(name)}:${text}`)
  }
  return lineOf(level, message, `{${texts.join()}}`)
}

function lineOf(level: LogLevel, message: string, facts: string): string {
  const text = JSON.stringify(typeof message === 'string' ? message : describe(message))
  const rest = facts.length > 2 ? `,${facts.slice(1, -1)}` : ''
  return `{"level":"${level}"${timeNow()}${rest},"message":${text}}\n`
}

let last = 0
let lastText = ''

/** The time as it stands in a line. Many lines have the same one. */
function timeNow(): string {
  const now = Date.now()
  if (now !== last) {
    last = now
    lastText = `,"time":"${new Date(now).toISOString()}"`
  }
  return lastText
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

/** The package marks the errors that it reads, which a frozen one does not allow. */
function serialize(
  thrown: unknown,
  read: (error: Error) => object,
  redaction: Redaction | undefined,
): unknown {
  hideCommands(thrown)
  const found = lookAt(thrown, (error) => read(error as Error))
  if (found) return redaction ? redaction.apply(found) : found
  const { name: type, message, stack } = toError(thrown)
  return { type, message, stack }
}

/** How errors, circles and bigints are written. */
interface Writing {
  errWithCause(error: Error): object
  stringify(value: unknown): string | undefined
}

let writing: Writing | undefined

function loadPackages(): Writing {
  if (writing) return writing
  const { serializers, stringifier } = readBundle()?.logPackages() ?? loadInstalled()
  const stringifySafe = stringifier.configure({
    circularValue: '[Circular]',
    maximumDepth: 5,
    maximumBreadth: 100,
  })
  const stringify = (value: unknown) => {
    try {
      return JSON.stringify(value) as string | undefined
    } catch {
      return lookAt(value, stringifySafe) ?? '"[unreadable]"'
    }
  }
  return (writing = { errWithCause: serializers.errWithCause, stringify })
}

function loadInstalled(): LogPackages {
  const require = createRequire(import.meta.url)
  return {
    serializers: require('pino-std-serializers') as LogPackages['serializers'],
    stringifier: require('safe-stable-stringify') as LogPackages['stringifier'],
  }
}
