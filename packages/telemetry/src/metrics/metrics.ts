import { setTimeout as sleep } from 'node:timers/promises'
import { createNoopMeter, metrics as api, type Meter } from '@opentelemetry/api'
import { JsonLogger, Logger, logThrown, type Resolver } from '@fw/core'
import { defaultBinding } from '@fw/core/internals'
import { InvalidMetric } from '../errors.ts'
import {
  Metric,
  type Labels,
  type MetricData,
  type MetricKind,
  type MetricOptions,
} from './metric.ts'

/** A number that only increases. */
export interface Counter {
  /** Adds a value of 0 or more. */
  add(value: number, labels?: Labels): void
}

/** A number that increases and decreases. */
export interface Gauge {
  set(value: number, labels?: Labels): void
  add(value: number, labels?: Labels): void
}

/** A distribution of values. */
export interface Histogram {
  record(value: number, labels?: Labels): void
}

/** Options for `Metrics.histogram`. */
export interface HistogramOptions {
  /** The upper bounds of the buckets, ascending. Default: bounds for durations in seconds. */
  readonly bounds?: readonly number[]
}

/** The metrics of a process as JSON data. */
export interface MetricsData {
  readonly metrics: readonly MetricData[]
  /** The output of other metric registries, in the Prometheus format. */
  readonly appended: readonly string[]
}

/** The bucket bounds of the semantic conventions, in seconds. */
export const durationBounds = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
]

const noLabels: Labels = {}

/** The time limit for each part of the metrics that is collected, in milliseconds. Scrapers wait longer. */
const collectTimeout = 1000

/** The metrics of an application, including those of `fw`. */
export class Metrics {
  static readonly [defaultBinding] = (c: Resolver): Metrics => new Metrics(() => c.get(Logger))

  readonly #logger: () => Logger
  readonly #metrics = new Map<string, Metric>()
  readonly #refreshes: (() => void | Promise<void>)[] = []
  readonly #appended: (() => string | Promise<string>)[] = []

  /** `logger` logs failures to read metrics. */
  constructor(logger: () => Logger = () => new JsonLogger()) {
    this.#logger = logger
  }

  /** Returns a counter. `_total` is appended to the name, unless the name already ends with `_total`. */
  counter(name: string, help: string, labels: readonly string[] = []): Counter {
    const full = name.endsWith('_total') ? name : `${name}_total`
    const metric = this.define('counter', full, help, labels)
    return {
      add(value, labelValues = noLabels) {
        if (!(value >= 0))
          throw new InvalidMetric(
            full,
            `cannot be increased by ${value}. Add 0 or more, or use a gauge`,
          )
        metric.add(value, labelValues)
      },
    }
  }

  /** Returns a gauge. The values of several processes are summed. */
  gauge(name: string, help: string, labels: readonly string[] = []): Gauge {
    const metric = this.define('gauge', name, help, labels)
    return {
      set: (value, labelValues = noLabels) => metric.set(value, labelValues),
      add: (value, labelValues = noLabels) => metric.add(value, labelValues),
    }
  }

  /** Returns a histogram, which counts the values that fall into each bucket. */
  histogram(
    name: string,
    help: string,
    labels: readonly string[] = [],
    { bounds = durationBounds }: HistogramOptions = {},
  ): Histogram {
    const metric = this.define('histogram', name, help, labels, { bounds })
    return { record: (value, labelValues = noLabels) => metric.record(value, labelValues) }
  }

  /**
   * Appends the output of another registry, in the Prometheus format, to each response of `/metrics`. If the registry
   * throws or takes longer than a second, an error is logged, and the output is left out.
   */
  append(text: () => string | Promise<string>): void {
    this.#appended.push(text)
  }

  /**
   * Returns a metric of any kind, for use in this package. If the name is already defined, returns the existing metric,
   * or throws `InvalidMetric` if its kind or labels differ.
   */
  define(
    kind: MetricKind,
    name: string,
    help: string,
    labels: readonly string[],
    options: Partial<Pick<MetricOptions, 'bounds' | 'merging' | 'forward'>> = {},
  ): Metric {
    const existing = this.#metrics.get(name)
    if (existing) return requireSameMetric(existing, kind, labels)
    refuseInvalid(name, labels)
    const { bounds = [], merging = 'sum' } = options
    const forward = options.forward ?? createForward(kind, name, help)
    const metric = new Metric({ name, help, labels, kind, merging, bounds, forward })
    this.#metrics.set(name, metric)
    return metric
  }

  /** Adds a function that updates gauges before they are read, for use in this package. */
  refresh(work: () => void | Promise<void>): void {
    this.#refreshes.push(work)
  }

  /** Returns the metrics of this process, for use in this package. */
  async collect(): Promise<MetricsData> {
    const attempt = <T>(read: () => T | Promise<T>) => this.#attempt(read)
    await Promise.all(this.#refreshes.map(attempt))
    const texts = await Promise.all(this.#appended.map((text) => attempt(async () => textOf(text))))
    const appended = texts.filter((text) => text !== undefined)
    return { metrics: Array.from(this.#metrics.values(), (metric) => metric.toData()), appended }
  }

  /** Collects a part of the metrics. An error is logged and does not affect other parts. */
  async #attempt<T>(read: () => T | Promise<T>): Promise<T | undefined> {
    const controller = new AbortController()
    try {
      return await Promise.race([read(), rejectAfterTimeout(controller.signal)])
    } catch (error) {
      logThrown(this.#logger, 'error', 'A part of the metrics cannot be read.', { error })
      return undefined
    } finally {
      controller.abort()
    }
  }
}

async function rejectAfterTimeout(signal: AbortSignal): Promise<never> {
  await sleep(collectTimeout, undefined, { signal, ref: false })
  throw new Error(`It took longer than ${collectTimeout} ms.`)
}

async function textOf(text: () => string | Promise<string>): Promise<string> {
  const read: unknown = await text()
  if (typeof read === 'string') return read
  throw new TypeError(`The function passed to append returned ${typeof read}, not a string.`)
}

function requireSameMetric(existing: Metric, kind: MetricKind, labels: readonly string[]): Metric {
  const { options } = existing
  if (options.kind === kind && options.labels.join() === labels.join()) return existing
  const before = `${options.kind} with the labels [${options.labels.join(', ')}]`
  throw new InvalidMetric(options.name, `already exists as a ${before}. Choose another name`)
}

function refuseInvalid(name: string, labels: readonly string[]): void {
  if (!/^[a-zA-Z_:][\w:]*$/.test(name)) {
    throw new InvalidMetric(
      name,
      'is not a valid name. Use letters, digits and "_", and do not begin with a digit',
    )
  }
  for (const label of labels) {
    if (!/^[a-zA-Z_]\w*$/.test(label) || label.startsWith('__') || reserved.has(label)) {
      throw new InvalidMetric(name, `cannot have the label "${label}". ${labelRule}`)
    }
  }
}

const reserved = new Set(['le', 'overflow', 'quantile'])
const labelRule =
  'Use letters, digits and "_", do not begin with a digit or "__", and do not use le, overflow or quantile'

/** Returns a meter if a provider is registered, otherwise undefined. */
export function registeredMeter(): Meter | undefined {
  const meter = api.getMeter('fw')
  return meter.constructor === createNoopMeter().constructor ? undefined : meter
}

function createForward(
  kind: MetricKind,
  name: string,
  description: string,
): MetricOptions['forward'] {
  const meter = registeredMeter()
  if (!meter) return undefined
  if (kind === 'histogram') {
    const instrument = meter.createHistogram(name, { description })
    return (value, labels) => instrument.record(value, labels)
  }
  if (kind === 'gauge') {
    const instrument = meter.createGauge(name, { description })
    return (_value, labels, total) => instrument.record(total, labels)
  }
  const instrument = meter.createCounter(name, { description })
  return (value, labels) => instrument.add(value, labels)
}
