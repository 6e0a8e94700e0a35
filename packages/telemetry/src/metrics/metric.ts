/** What a label is told as; what is undefined or empty is left out. */
export type Labels = Readonly<Record<string, string | number | boolean | undefined>>

export type MetricKind = 'counter' | 'gauge' | 'histogram'

/** How the values of several processes become one. */
export type Merging = 'sum' | 'max'

export interface MetricOptions {
  readonly name: string
  readonly help: string
  readonly labels: readonly string[]
  readonly kind: MetricKind
  readonly merging: Merging
  /** The upper bounds of a histogram, ascending. */
  readonly bounds: readonly number[]
  /** Told the same values, in another library. */
  readonly twin?: ((value: number, labels: Labels) => void) | undefined
}

/** A series as data: the values of the labels, then one number, or of a histogram the counts of its buckets, count and sum. */
export type SeriesData = readonly [labels: readonly string[], values: readonly number[]]

/** A metric as data that can be sent to another process as JSON. */
export interface MetricData extends Omit<MetricOptions, 'twin'> {
  readonly series: readonly SeriesData[]
}

/** So many values of its labels a metric may have; further ones are counted together. */
export const mostSeries = 2000

const separator = '\u0000'

/** The numbers of a metric for the same values of its labels. */
export interface Series {
  /** Empty where it stands for all that would be too many. */
  readonly labels: readonly string[]
  /** Of a histogram: a bucket for each bound, one for what is above, and the sum. */
  readonly values: number[]
}

/** One metric and its series. */
export class Metric {
  readonly options: MetricOptions
  readonly #series = new Map<string, Series>()
  #overflow: Series | undefined

  constructor(options: MetricOptions) {
    this.options = options
  }

  /** `series` is that of the labels, where it has been found before. */
  add(value: number, labels: Labels, { values } = this.series(labels)): void {
    values[0] = (values[0] as number) + value
    this.options.twin?.(value, labels)
  }

  set(value: number, labels: Labels): void {
    this.series(labels).values[0] = value
    this.options.twin?.(value, labels)
  }

  /** `series` is that of the labels, where it has been found before. */
  record(value: number, labels: Labels, { values } = this.series(labels)): void {
    const { bounds, twin } = this.options
    let bucket = 0
    while (bucket < bounds.length && value > (bounds[bucket] as number)) bucket++
    values[bucket] = (values[bucket] as number) + 1
    const sum = bounds.length + 1
    values[sum] = (values[sum] as number) + value
    twin?.(value, labels)
  }

  /** All series to 0: those that are not set again have gone. */
  zero(): void {
    for (const { values } of this.#series.values()) values.fill(0)
  }

  toData(): MetricData {
    const { twin: _twin, ...options } = this.options
    const series: SeriesData[] = Array.from(this.#series.values(), ({ labels, values }) => [
      labels,
      values,
    ])
    if (this.#overflow) series.push([[], this.#overflow.values])
    return { ...options, series }
  }

  /** Where the values of the labels are counted. */
  series(labels: Labels): Series {
    let key = ''
    for (const name of this.options.labels) key += `${labels[name] ?? ''}${separator}`
    const found = this.#series.get(key)
    if (found) return found
    if (this.#series.size >= mostSeries - 1) return (this.#overflow ??= this.#begin([]))
    const series = this.#begin(this.options.labels.map((name) => String(labels[name] ?? '')))
    this.#series.set(key, series)
    return series
  }

  #begin(labels: readonly string[]): Series {
    const { kind, bounds } = this.options
    const length = kind === 'histogram' ? bounds.length + 2 : 1
    return { labels, values: Array.from({ length }, () => 0) }
  }
}
