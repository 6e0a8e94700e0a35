import { createRequire } from 'node:module'
import { Config } from '../config/config.ts'
import { defaultBinding, type Resolver } from '../container/binding.ts'
import { currentContext, type CurrentContext } from './current-context.ts'
import { unbuffered, standardError, type Destination } from './destination.ts'
import { Redaction } from './redact.ts'
import { readBundle, type LogPackages } from '../platform/bundle.ts'
import { describe, hideCommands, tryRead, toError } from './thrown.ts'

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
   * Additional names of secret values, besides `password`, `token` and the like. The values are redacted at any depth.
   * False disables redaction.
   */
  readonly redact?: readonly string[] | false
  /** Receives each finished line. Default: writes to standard error, or to the console in a Cloudflare worker. */
  readonly write?: (line: string) => void
}

/**
 * Writes a line about a finished operation, together with others of this turn of the event loop. `fields` are strings,
 * numbers and booleans. Each array of names is checked for secrets only once, so always pass the same array.
 */
export let infoBuffered: (
  logger: Logger,
  message: string,
  fields: Readonly<Record<string, unknown>>,
  names: readonly string[],
) => void

/**
 * Writes one JSON object per line. The code for errors, and for values without a JSON form, is loaded when first
 * needed.
 */
export class JsonLogger extends Logger {
  readonly #destination: Destination
  readonly #minLevel: number
  readonly #redaction: Redaction | undefined
  /** Lists of field names that have been checked and contain no secrets. */
  readonly #plainNames = new Set<readonly string[]>()

  constructor({ level = 'info', redact, write }: JsonLoggerOptions = {}) {
    super()
    this.#destination = write ? unbuffered(write) : standardError()
    this.#redaction = redact === false ? undefined : new Redaction(redact)
    this.#minLevel = logLevels.indexOf(level)
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

  /** Writes a line. If the names of its fields are passed, the line may be written later, together with other lines. */
  #write(
    level: Exclude<LogLevel, 'silent'>,
    message: string,
    details: LogDetails = {},
    names?: readonly string[],
  ): void {
    if (logLevels.indexOf(level) < this.#minLevel) return
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
    const contextFields = context ? fieldsOf(context) : undefined
    try {
      const ownFields = names && this.#arePlain(names) ? details : this.#toFields(details)
      const fields =
        contextFields || !isLiteral(ownFields) ? { ...contextFields, ...ownFields } : ownFields
      return (
        plainLine(level, message, fields) ?? serializedLine(level, message, fields, this.#redaction)
      )
    } catch {
      // Details may be any thrown value, and reading its properties may throw.
      return serializedLine(
        level,
        message,
        { ...contextFields, error: toError(details) },
        this.#redaction,
      )
    }
  }

  #arePlain(names: readonly string[]): boolean {
    if (this.#plainNames.has(names)) return true
    const arePlain = !names.some((name) => this.#redaction?.isSecret(name))
    if (arePlain) this.#plainNames.add(names)
    return arePlain
  }

  /** Returns the fields of a line, redacted. An error under `error` is redacted later, after it is serialized. */
  #toFields(details: LogDetails): object {
    if (!isFields(details)) return { error: details }
    const fields = toFields(details)
    return this.#redaction?.apply(fields, 'error', details) ?? fields
  }

  static {
    infoBuffered = (logger, message, fields, names) => {
      const isBuffered = logger instanceof JsonLogger && logger.info === JsonLogger.prototype.info
      if (isBuffered) logger.#write('info', message, fields, names)
      else logger.info(message, fields)
    }
  }
}

function isLiteral(object: object): boolean {
  return Object.getPrototypeOf(object) === Object.prototype
}

/** Returns the line; undefined if there is a field `error`, `err` or `toJSON`, or a field without a JSON form. */
function plainLine(level: LogLevel, message: string, fields: object): string | undefined {
  const { error, err, toJSON } = fields as Readonly<Record<string, unknown>>
  if (error !== undefined || err !== undefined || toJSON !== undefined) return undefined
  try {
    return lineOf(level, message, JSON.stringify(fields))
  } catch {
    // A circular reference, or a bigint.
    return undefined
  }
}

function serializedLine(
  level: LogLevel,
  message: string,
  fields: object,
  redaction: Redaction | undefined,
): string {
  const { errWithCause, stringify } = loadPackages()
  const texts: string[] = []
  for (const [name, value] of Object.entries(fields)) {
    const isError = name === 'error' || name === 'err'
    const text = stringify(isError ? serialize(value, errWithCause, redaction) : value)
    if (text !== undefined) texts.push(`${JSON.stringify(name)}:${text}`)
  }
  return lineOf(level, message, `{${texts.join()}}`)
}

function lineOf(level: LogLevel, message: string, fields: string): string {
  const text = JSON.stringify(typeof message === 'string' ? message : describe(message))
  const rest = fields.length > 2 ? `,${fields.slice(1, -1)}` : ''
  return `{"level":"${level}"${timeField()}${rest},"message":${text}}\n`
}

let lastTime = 0
let lastText = ''

/** Returns the time field of a line. It is cached because many lines have the same time. */
function timeField(): string {
  const now = Date.now()
  if (now !== lastTime) {
    lastTime = now
    lastText = `,"time":"${new Date(now).toISOString()}"`
  }
  return lastText
}

/**
 * Returns the fields of a context under their names in log lines. The id of a job is logged as `jobId`, because the
 * field `job` is the class of the job.
 */
function fieldsOf({ requestId, traceId, spanId, job: jobId }: CurrentContext): object {
  return { requestId, traceId, spanId, jobId }
}

function isFields(details: LogDetails): boolean {
  return typeof details === 'object' && details !== null && !(details instanceof Error)
}

/** Applies `toJSON`, which may hide properties. */
function toFields(details: LogDetails): LogDetails {
  const { toJSON } = details as { toJSON?: unknown }
  return typeof toJSON === 'function' ? (toJSON.call(details) as LogDetails) : details
}

/**
 * Serializes an error. The serializer package marks the errors that it reads, and therefore throws for frozen errors.
 */
function serialize(
  thrown: unknown,
  serializeError: (error: Error) => object,
  redaction: Redaction | undefined,
): unknown {
  hideCommands(thrown)
  const found = tryRead(thrown, (error) => serializeError(error as Error))
  if (found) return redaction ? redaction.apply(found) : found
  const { name: type, message, stack } = toError(thrown)
  return { type, message, stack }
}

/** The functions that serialize errors, circular values and bigints. */
interface Serializers {
  errWithCause(error: Error): object
  stringify(value: unknown): string | undefined
}

let loaded: Serializers | undefined

function loadPackages(): Serializers {
  if (loaded) return loaded
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
      return tryRead(value, stringifySafe) ?? '"[unreadable]"'
    }
  }
  return (loaded = { errWithCause: serializers.errWithCause, stringify })
}

function loadInstalled(): LogPackages {
  const require = createRequire(import.meta.url)
  return {
    serializers: require('pino-std-serializers') as LogPackages['serializers'],
    stringifier: require('safe-stable-stringify') as LogPackages['stringifier'],
  }
}
