import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as Sdk from '@opentelemetry/sdk-node'
import { diag, DiagLogLevel, type DiagLogger } from '@opentelemetry/api'
import type { Config, Logger } from '@fw/core'
import { registeredMeter } from './metrics/metrics.ts'
import { registeredTracer } from './spans/spans.ts'

export interface StartedSdk {
  /** Exports buffered data and shuts down. */
  shutdown(): Promise<void>
}

const activationKeys = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_TRACES_EXPORTER',
  'OTEL_METRICS_EXPORTER',
  'OTEL_LOGS_EXPORTER',
]

/** The keys that are copied from `.env` to the environment, because the SDK only reads the environment. */
const keys = [
  ...activationKeys,
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_EXPORTER_OTLP_TIMEOUT',
  'OTEL_BSP_SCHEDULE_DELAY',
  'OTEL_METRIC_EXPORT_INTERVAL',
  'OTEL_PROPAGATORS',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_SDK_DISABLED',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
]

/** The minimum time between two warnings about a failing exporter, in milliseconds. */
const warnInterval = 60_000

/**
 * Starts `@opentelemetry/sdk-node` if it is installed, one of `activationKeys` is set, and no other SDK has been
 * started. `folder` is the folder of the application, whose package.json contains the service name.
 */
export async function startSdk(
  folder: string,
  config: Config,
  logger: () => Logger,
): Promise<StartedSdk | undefined> {
  if (!activationKeys.some((name) => config.has(name))) return undefined
  if (registeredTracer() || registeredMeter()) return undefined
  const library = await importSdk()
  if (!library) return undefined
  for (const name of keys) {
    const value = config.string(name, undefined)
    if (value !== undefined) process.env[name] ??= value
  }
  // Log lines are only written to standard error.
  process.env['OTEL_LOGS_EXPORTER'] ??= 'none'
  nameService(folder)
  diag.setLogger(new SparseDiagnostics(logger), DiagLogLevel.WARN)
  const sdk = new library.NodeSDK()
  sdk.start()
  return sdk
}

/** Imports the SDK by a computed name, so that bundles do not include it: it would load `node:http` at every start. */
async function importSdk() {
  try {
    const name = String('@opentelemetry/sdk-node')
    return (await import(/* @vite-ignore */ name)) as typeof Sdk
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error
    if (isMissing && error.code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/** Uses the name and version in package.json for the service, unless the environment sets them. */
function nameService(folder: string): void {
  const { name = 'application', version } = readPackage(folder)
  process.env['OTEL_SERVICE_NAME'] ??= name
  const attributes = process.env['OTEL_RESOURCE_ATTRIBUTES'] ?? ''
  if (version === undefined || attributes.includes('service.version=')) return
  const attribute = `service.version=${encodeURIComponent(version)}`
  process.env['OTEL_RESOURCE_ATTRIBUTES'] =
    attributes === '' ? attribute : `${attributes},${attribute}`
}

function readPackage(folder: string): { name?: string; version?: string } {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object
  } catch {
    return {}
  }
}

/** Logs warnings of the SDK at most once a minute, so that a failing collector does not fill the log. */
class SparseDiagnostics implements DiagLogger {
  readonly #logger: () => Logger
  #next = 0
  #suppressed = 0

  constructor(logger: () => Logger) {
    this.#logger = logger
  }

  error(message: string): void {
    this.#warn(message)
  }

  warn(message: string): void {
    this.#warn(message)
  }

  info(): void {}
  debug(): void {}
  verbose(): void {}

  #warn(reason: string): void {
    const now = performance.now()
    if (now < this.#next) return void this.#suppressed++
    const suppressed = this.#suppressed
    this.#next = now + warnInterval
    this.#suppressed = 0
    const fields = { reason: reason.slice(0, 1000), ...(suppressed > 0 && { suppressed }) }
    this.#logger().warn('OpenTelemetry has a problem; spans or metrics may be lost.', fields)
  }
}
