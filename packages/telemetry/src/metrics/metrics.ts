import { createNoopMeter, metrics as api, type Meter } from '@opentelemetry/api'
import { defaultBinding } from 'fw/internals'
import { InvalidMetric } from '../errors.ts'
import {
  Metric,
  type Labels,
  type MetricData,
  type MetricKind,
  type MetricOptions,
} from './metric.ts'

/** A number that goes up. */
export interface Counter {
  /** `value` is 0 or more. */
  add(value: number, labels?: Labels): void
}

/** A number that goes up and down. */
export interface Gauge {
  set(value: number, labels?: Labels): void
  add(value: number, labels?: Labels): void
}

/** How many values there were, by their size. */
export interface Histogram {
  record(value: number, labels?: Labels): void
}

/** The options of `Metrics.histogram`. */
export interface HistogramOptions {
  /** The upper bounds of the buckets, ascending; those of durations in seconds when left out. */
  readonly bounds?: readonly number[]
}

/** What a process tells of its metrics, as JSON. */
export interface MetricsData {
  readonly metrics: readonly MetricData[]
  /** What other registries have said of themselves. */
  readonly appended: readonly string[]
}

/** Those of the semantic conventions, in seconds. */
export const durationBounds = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
]

const none: Labels = {}

/** The metrics of an application: those of `fw`, and its own. */
export class Metrics {
  static readonly [defaultBinding] = (): Metrics => new Metrics()

  readonly #metrics = new Map<string, Metric>()
  readonly #refreshes: (() => void | Promise<void>)[] = []
  readonly #appended: (() => string | Promise<string>)[] = []

  /** Counts up. `_total` is added to a name that does not end with it. */
  counter(name: string, help: string, labels: readonly string[] = []): Counter {
    const full = name.endsWith('_total') ? name : `${name}_total`
    const metric = this.define('counter', full, help, labels)
    return {
      add(value, given = none) {
        if (!(value >= 0)) throw new InvalidMetric(full, `cannot be counted up by ${value}`)
        metric.add(value, given)
      },
    }
  }

  /** Goes up and down. Of several processes the values are summed. */
  gauge(name: string, help: string, labels: readonly string[] = []): Gauge {
    const metric = this.define('gauge', name, help, labels)
    return {
      set: (value, given = none) => metric.set(value, given),
      add: (value, given = none) => metric.add(value, given),
    }
  }

  /** Counts how many values fell into each bucket. */
  histogram(
    name: string,
    help: string,
    labels: readonly string[] = [],
    { bounds = durationBounds }: HistogramOptions = {},
  ): Histogram {
    const metric = this.define('histogram', name, help, labels, { bounds })
    return { record: (value, given = none) => metric.record(value, given) }
  }

  /** Adds the text of another registry, in the form of Prometheus, to each answer. */
  append(text: () => string | Promise<string>): void {
    this.#appended.push(text)
  }

  /** For this package: a metric of any kind. The same one again where it was defined alike. */
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

  /** For this package: what brings gauges up to date before they are read. */
  refresh(work: () => void | Promise<void>): void {
    this.#refreshes.push(work)
  }

  /** For this package: what this process tells. */
  async collect(): Promise<MetricsData> {
    await Promise.all(this.#refreshes.map((refresh) => refresh()))
    const appended = await Promise.all(this.#appended.map((text) => text()))
    return { metrics: Array.from(this.#metrics.values(), (metric) => metric.toData()), appended }
  }
}

function requireAlike(known: Metric, kind: MetricKind, labels: readonly string[]): Metric {
  const { options } = known
  if (options.kind === kind && options.labels.join() === labels.join()) return known
  const before = `${options.kind} with the labels [${options.labels.join(', ')}]`
  throw new InvalidMetric(options.name, `is a ${before} already. Choose another name`)
}

function refuseInvalid(name: string, labels: readonly string[]): void {
  if (!/^[a-zA-Z_:][\w:]*$/.test(name)) {
    throw new InvalidMetric(name, 'is no name. Use letters, digits and "_", no digit first')
  }
  for (const label of labels) {
    if (!/^[a-zA-Z_]\w*$/.test(label) || label.startsWith('__') || reserved.has(label)) {
      throw new InvalidMetric(name, `cannot have the label "${label}". Use letters, digits and "_"`)
    }
  }
}

const reserved = new Set(['le', 'overflow', 'quantile'])

/** The meter of a provider that somebody has registered. */
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
