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
const mostSeries = 2000

const separator = '\u0000'

/** One metric and its series. */
export class Metric {
  readonly options: MetricOptions
  readonly #series = new Map<string, { readonly labels: readonly string[]; values: number[] }>()
  #overflow: number[] | undefined

  constructor(options: MetricOptions) {
    this.options = options
  }

  add(value: number, labels: Labels): void {
    const values = this.#valuesOf(labels)
    values[0] = (values[0] as number) + value
    this.options.twin?.(value, labels)
  }

  set(value: number, labels: Labels): void {
    this.#valuesOf(labels)[0] = value
    this.options.twin?.(value, labels)
  }

  record(value: number, labels: Labels): void {
    const { bounds, twin } = this.options
    const values = this.#valuesOf(labels)
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
    if (this.#overflow) series.push([[], this.#overflow])
    return { ...options, series }
  }

  #valuesOf(labels: Labels): number[] {
    let key = ''
    for (const name of this.options.labels) key += `${labels[name] ?? ''}${separator}`
    const found = this.#series.get(key)
    if (found) return found.values
    if (this.#series.size >= mostSeries - 1) return (this.#overflow ??= this.#zeros())
    const values = this.#zeros()
    const texts = this.options.labels.map((name) => String(labels[name] ?? ''))
    this.#series.set(key, { labels: texts, values })
    return values
  }

  /** Of a histogram: a bucket for each bound, one for what is above, and the sum. */
  #zeros(): number[] {
    const { kind, bounds } = this.options
    return Array.from({ length: kind === 'histogram' ? bounds.length + 2 : 1 }, () => 0)
  }
}
