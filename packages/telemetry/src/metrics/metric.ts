/** The labels of a measured value. Undefined and empty labels are left out. */
export type Labels = Readonly<Record<string, string | number | boolean | undefined>>

export type MetricKind = 'counter' | 'gauge' | 'histogram'

/** The operation that merges the values of several processes. */
export type MergeOperation = 'sum' | 'max'

/** `value` was added, set or recorded; `total` is the value of the counter or gauge afterwards. */
export type Forward = (value: number, labels: Labels, total: number) => void

export interface MetricOptions {
  readonly name: string
  readonly help: string
  readonly labels: readonly string[]
  readonly kind: MetricKind
  readonly merging: MergeOperation
  /** The upper bounds of a histogram, ascending. */
  readonly bounds: readonly number[]
  /** A function that also records the values in another library. */
  readonly forward?: Forward | undefined
}

/** A series as JSON data: the label values, then the number. For a histogram, the counts of its buckets and the sum. */
export type SeriesData = readonly [labels: readonly string[], values: readonly number[]]

/** A metric as data that can be sent to another process as JSON. */
export interface MetricData extends Omit<MetricOptions, 'forward'> {
  readonly series: readonly SeriesData[]
}

/** The maximum number of series in a metric. Further series are counted together in an overflow series. */
export const maxSeries = 2000

const separator = '\u0000'

/** The values of a metric for one combination of labels. */
export interface Series {
  /** The label values; empty for the overflow series. */
  readonly labels: readonly string[]
  /** The value. For a histogram: a count for each bound, one for larger values, and the sum. */
  readonly values: number[]
}

/** A metric and its series. */
export class Metric {
  readonly options: MetricOptions
  readonly #series = new Map<string, Series>()
  #overflow: Series | undefined

  constructor(options: MetricOptions) {
    this.options = options
  }

  /** Adds to the value. The series for the labels can be passed, if the caller has already found it. */
  add(value: number, labels: Labels, { values } = this.series(labels)): void {
    const total = (values[0] as number) + value
    values[0] = total
    this.options.forward?.(value, labels, total)
  }

  set(value: number, labels: Labels): void {
    this.series(labels).values[0] = value
    this.options.forward?.(value, labels, value)
  }

  /** Records a value. The series for the labels can be passed, if the caller has already found it. */
  record(value: number, labels: Labels, { values } = this.series(labels)): void {
    const { bounds, forward } = this.options
    let bucket = 0
    while (bucket < bounds.length && value > (bounds[bucket] as number)) bucket++
    values[bucket] = (values[bucket] as number) + 1
    const sum = bounds.length + 1
    values[sum] = (values[sum] as number) + value
    forward?.(value, labels, value)
  }

  /** Sets all series to 0, so that no series keeps an old value if it is not set again. */
  zero(): void {
    for (const { values } of this.#series.values()) values.fill(0)
  }

  toData(): MetricData {
    const { forward: _forward, ...options } = this.options
    const series: SeriesData[] = Array.from(this.#series.values(), ({ labels, values }) => [
      labels,
      values,
    ])
    if (this.#overflow) series.push([[], this.#overflow.values])
    return { ...options, series }
  }

  /**
   * Returns the series for the labels, and creates it if it is new. If there are too many series, returns the overflow
   * series.
   */
  series(labels: Labels): Series {
    let key = ''
    for (const name of this.options.labels) key += `${labels[name] ?? ''}${separator}`
    const existing = this.#series.get(key)
    if (existing) return existing
    if (this.#series.size >= maxSeries - 1) return (this.#overflow ??= this.#createSeries([]))
    const series = this.#createSeries(this.options.labels.map((name) => String(labels[name] ?? '')))
    this.#series.set(key, series)
    return series
  }

  #createSeries(labels: readonly string[]): Series {
    const { kind, bounds } = this.options
    const length = kind === 'histogram' ? bounds.length + 2 : 1
    return { labels, values: Array.from({ length }, () => 0) }
  }
}
