import { createRequire } from 'node:module'
import type * as library from 'pino'
import { isCloudflareWorker } from '../platform/cloudflare-worker.ts'
import { Config } from '../config/config.ts'
import { defaultBinding, type Resolver } from '../container/binding.ts'
import { readBundle } from '../platform/bundle.ts'
import { lookAt, toError } from './thrown.ts'

/** Facts about a line, or the error it is about. An error with other facts goes under `error`. */
export type LogDetails = Error | Readonly<Record<string, unknown>>

/** Where the application and the framework report. Unless another is registered: `JsonLogger`. */
export abstract class Logger {
  static readonly [defaultBinding] = (c: Resolver): Logger =>
    new JsonLogger({ level: c.get(Config).oneOf('LOG_LEVEL', logLevels, 'info') })

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
  /** Takes each finished line; standard error when left out, or the console of a worker. */
  readonly write?: (line: string) => void
}

/** One JSON object a line. The library behind it is loaded with the first line that is written. */
export class JsonLogger extends Logger {
  readonly #options: JsonLoggerOptions
  readonly #least: number
  #lines: library.Logger | undefined

  constructor(options: JsonLoggerOptions = {}) {
    super()
    this.#options = options
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

  #write(level: Exclude<LogLevel, 'silent'>, message: string, details: LogDetails = {}): void {
    if (logLevels.indexOf(level) < this.#least) return
    this.#lines ??= createLines(this.#options)
    try {
      this.#lines[level](isFacts(details) ? toFacts(details) : { error: details }, message)
    } catch {
      // What was thrown elsewhere may be given as details, and reading it may throw.
      this.#lines[level]({ error: toError(details) }, message)
    }
  }
}

function createLines({ level = 'info', write }: JsonLoggerOptions): library.Logger {
  const { pino } = loadLibrary()
  return pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: serializeWith(pino.stdSerializers.errWithCause) },
    },
    write ? { write } : standardError(pino),
  )
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
function serializeWith(serialize: (error: Error) => object): (error: unknown) => unknown {
  return (thrown) => {
    const found = lookAt(thrown, (error) => serialize(error as Error))
    if (found) return found
    const { name: type, message, stack } = toError(thrown)
    return { type, message, stack }
  }
}

function standardError(pino: typeof library.pino): library.DestinationStream {
  // A worker has no file descriptors.
  if (isCloudflareWorker) return { write: (line) => console.log(line.trimEnd()) }
  return pino.destination({ fd: 2, sync: true })
}

function loadLibrary(): typeof library {
  return readBundle()?.pino() ?? (createRequire(import.meta.url)('pino') as typeof library)
}
