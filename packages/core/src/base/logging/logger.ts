import { createRequire } from 'node:module'
import { Config } from '../config/config.ts'
import { defaultBinding, type Resolver } from '../container/binding.ts'
import { currentContext, type CurrentContext } from './current-context.ts'
import { eachAtOnce, standardError, type Destination } from './destination.ts'
import { Redaction } from './redact.ts'
import { readBundle, type LogPackages } from '../platform/bundle.ts'
import { describe, hideCommands, lookAt, toError } from './thrown.ts'

/** The fields of a log line, or an error. To log an error with other fields, put it under `error`. */
export type LogDetails = Error | Readonly<Record<string, unknown>>

/** The log of the application and the framework. Default: `JsonLogger`. */
export abstract class Logger {
  static readonly [defaultBinding] = (c: Resolver): Logger => {
    return new JsonLogger(logOptions(c.get(Config)))
  }

  abstract debug(message: string, details?: LogDetails): void
  abstract info(message: string, details?: LogDetails): void
  abstract warn(message: string, details?: LogDetails): void
  abstract error(message: string, details?: LogDetails): void
}

/** Returns the options of a logger, from LOG_LEVEL and FW_LOG_REDACT. */
export function logOptions(config: Config): Pick<JsonLoggerOptions, 'level' | 'redact'> {
  const names = config.list('FW_LOG_REDACT', [])
  const redact = names.length === 1 && names[0] === 'none' ? false : names
  return { level: config.oneOf('LOG_LEVEL', logLevels, 'info'), redact }
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** The levels from least to most urgent, and `silent`. */
export type LogLevel = (typeof logLevels)[number]

/** The options of a `JsonLogger`. */
export interface JsonLoggerOptions {
  /** The minimum level of written lines. Default: `info`. */
  readonly level?: LogLevel
  /**
   * Additional names of secret values, besides `password`, `token` and the like. They are redacted at any depth. False
   * disables redaction.
   */
  readonly redact?: readonly string[] | false
  /** Receives each finished line. Default: writes to standard error, or to the console in a Cloudflare worker. */
  readonly write?: (line: string) => void
}

/**
 * Writes a line about a finished operation, together with others of this turn of the event loop. `facts` are strings,
 * numbers and booleans. The names are checked for secrets only once, so always pass the same names.
 */
export let infoBuffered: (
  logger: Logger,
  message: string,
  facts: Readonly<Record<string, unknown>>,
  names: readonly string[],
) => void

/**
 * Writes one JSON object per line. The code for errors, and for values without a JSON form, is loaded when first needed.
 */
export class JsonLogger extends Logger {
  readonly #destination: Destination
  readonly #least: number
  readonly #redaction: Redaction | undefined
  /** Lists of field names that have been checked and contain no secrets. */
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

  /**
   * Writes a line. If `names`, the names of its fields, are passed, it may be written later, together with other lines.
   */
  #write(
    level: Exclude<LogLevel, 'silent'>,
    message: string,
    details: LogDetails = {},
    names?: readonly string[],
  ): void {
    if (logLevels.indexOf(level) < this.#least) return
    const line = this.#toLine(level, message, details, names)
    if (names) this.#destination.writeBuffered(line)
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
      // Details may be any thrown value, and reading its properties may throw.
      return anyLine(level, message, { ...around, error: toError(details) }, this.#redaction)
    }
  }

  #arePlain(names: readonly string[]): boolean {
    if (this.#plainNames.has(names)) return true
    const arePlain = !names.some((name) => this.#redaction?.isSecret(name))
    if (arePlain) this.#plainNames.add(names)
    return arePlain
  }

  /** Redacts fields. An error under `error` is redacted later, after it is serialized. */
  #toFacts(details: LogDetails): object {
    if (!isFacts(details)) return { error: details }
    const facts = toFacts(details)
    return this.#redaction?.apply(facts, 'error', details) ?? facts
  }

  static {
    infoBuffered = (logger, message, facts, names) => {
      const isOwn = logger instanceof JsonLogger && logger.info === JsonLogger.prototype.info
      if (isOwn) logger.#write('info', message, facts, names)
      else logger.info(message, facts)
    }
  }
}

function isLiteral(object: object): boolean {
  return Object.getPrototypeOf(object) === Object.prototype
}

/** Returns the line; undefined if a field is an error or has no JSON form. */
function plainLine(level: LogLevel, message: string, facts: object): string | undefined {
  const { error, err, toJSON } = facts as Readonly<Record<string, unknown>>
  if (error !== undefined || err !== undefined || toJSON !== undefined) return undefined
  try {
    return lineOf(level, message, JSON.stringify(facts))
  } catch {
    // A circular reference, or a bigint.
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

/** Returns the time field of a line. It is cached because many lines have the same time. */
function timeNow(): string {
  const now = Date.now()
  if (now !== last) {
    last = now
    lastText = `,"time":"${new Date(now).toISOString()}"`
  }
  return lastText
}

/** Returns the fields of a context under their names in log lines. The field `job` is the class of the job. */
function factsOf({ requestId, traceId, spanId, job: jobId }: CurrentContext): object {
  return { requestId, traceId, spanId, jobId }
}

function isFacts(details: LogDetails): boolean {
  return typeof details === 'object' && details !== null && !(details instanceof Error)
}

/** Applies `toJSON`, which may hide properties. */
function toFacts(details: LogDetails): LogDetails {
  const { toJSON } = details as { toJSON?: unknown }
  return typeof toJSON === 'function' ? (toJSON.call(details) as LogDetails) : details
}

/** Serializes an error. The serializer package marks the errors that it reads, which throws for frozen ones. */
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

/** Serializes errors, circular values and bigints. */
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
