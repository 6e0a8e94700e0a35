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
  /** The text that other metric registries append to the output. */
  readonly appended: readonly string[]
}

/** The bucket bounds of the semantic conventions, in seconds. */
export const durationBounds = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
]

const none: Labels = {}

/** The time limit for collecting the output of another registry, in milliseconds. Scrapers wait longer. */
const longestReading = 1000

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

  /** Returns a counter. `_total` is appended to the name if it does not end with it. */
  counter(name: string, help: string, labels: readonly string[] = []): Counter {
    const full = name.endsWith('_total') ? name : `${name}_total`
    const metric = this.define('counter', full, help, labels)
    return {
      add(value, given = none) {
        if (!(value >= 0)) throw new InvalidMetric(full, `cannot be increased by ${value}`)
        metric.add(value, given)
      },
    }
  }

  /** Returns a gauge. The values of several processes are summed. */
  gauge(name: string, help: string, labels: readonly string[] = []): Gauge {
    const metric = this.define('gauge', name, help, labels)
    return {
      set: (value, given = none) => metric.set(value, given),
      add: (value, given = none) => metric.add(value, given),
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
    return { record: (value, given = none) => metric.record(value, given) }
  }

  /**
   * Appends the output of another registry, in the Prometheus format, to each response. If it throws or takes longer
   * than a second, this is logged, and its output is left out.
   */
  append(text: () => string | Promise<string>): void {
    this.#appended.push(text)
  }

  /**
   * Returns a metric of any kind, for use in this package. If it is already defined, the existing
   * one is returned.
   */
  define(
    kind: MetricKind,
    name: string,
    help: string,
    labels: readonly string[],
    more: Partial<Pick<MetricOptions, 'bounds' | 'merging' | 'twin'>> = {},
  ): Metric {
    const known = this.#metrics.get(name)
    if (known) return requireAlike(known, kind, labels)
    refuseInvalid(name, labels)
    const { bounds = [], merging = 'sum' } = more
    const twin = more.twin ?? twinOf(kind, name, help)
    const metric = new Metric({ name, help, labels, kind, merging, bounds, twin })
    this.#metrics.set(name, metric)
    return metric
  }

  /** Adds a function that updates gauges before they are read, for use in this package. */
  refresh(work: () => void | Promise<void>): void {
    this.#refreshes.push(work)
  }

  /** Returns the metrics of this process, for use in this package. */
  async collect(): Promise<MetricsData> {
    const part = <T>(read: () => T | Promise<T>) => this.#attempt(read)
    await Promise.all(this.#refreshes.map(part))
    const texts = await Promise.all(this.#appended.map((text) => part(async () => textOf(text))))
    const appended = texts.filter((text) => text !== undefined)
    return { metrics: Array.from(this.#metrics.values(), (metric) => metric.toData()), appended }
  }

  /** Collects a part of the metrics. An error is logged and does not affect other parts. */
  async #attempt<T>(read: () => T | Promise<T>): Promise<T | undefined> {
    const isOver = new AbortController()
    try {
      return await Promise.race([read(), late(isOver.signal)])
    } catch (error) {
      logThrown(this.#logger, 'error', 'A part of the metrics cannot be read.', { error })
      return undefined
    } finally {
      isOver.abort()
    }
  }
}

async function late(signal: AbortSignal): Promise<never> {
  await sleep(longestReading, undefined, { signal, ref: false })
  throw new Error(`It took longer than ${longestReading} ms.`)
}

async function textOf(text: () => string | Promise<string>): Promise<string> {
  const read: unknown = await text()
  if (typeof read === 'string') return read
  throw new TypeError(`The function passed to append returned ${typeof read}, not a string.`)
}

function requireAlike(known: Metric, kind: MetricKind, labels: readonly string[]): Metric {
  const { options } = known
  if (options.kind === kind && options.labels.join() === labels.join()) return known
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
      throw new InvalidMetric(name, `cannot have the label "${label}". Use letters, digits and "_"`)
    }
  }
}

const reserved = new Set(['le', 'overflow', 'quantile'])

/** Returns a meter if a provider is registered, otherwise undefined. */
export function registeredMeter(): Meter | undefined {
  const meter = api.getMeter('fw')
  return meter.constructor === createNoopMeter().constructor ? undefined : meter
}

function twinOf(kind: MetricKind, name: string, description: string): MetricOptions['twin'] {
  const meter = registeredMeter()
  if (!meter) return undefined
  if (kind === 'histogram') {
    const twin = meter.createHistogram(name, { description })
    return (value, labels) => twin.record(value, labels)
  }
  if (kind === 'gauge') {
    const twin = meter.createGauge(name, { description })
    return (value, labels) => twin.record(value, labels)
  }
  const twin = meter.createCounter(name, { description })
  return (value, labels) => twin.add(value, labels)
}
