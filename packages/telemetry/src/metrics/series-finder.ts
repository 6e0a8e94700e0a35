import type { Labels, Metric, Series } from './metric.ts'

/** The value of a label; undefined if it is left out. */
export type Value = string | number | undefined

/** A series with its labels. */
export interface LabeledSeries {
  readonly labels: Labels
  readonly series: Series
}

interface Branch {
  readonly next: Map<Value, Branch>
  cached?: LabeledSeries
}

/**
 * Finds a series by its label values, passed in the order of the label names. Creates no object or
 * string if the series is cached.
 */
export class SeriesFinder {
  readonly #metric: Metric
  readonly #root: Branch = { next: new Map() }

  constructor(metric: Metric) {
    this.#metric = metric
  }

  find(values: readonly Value[]): LabeledSeries {
    let branch: Branch | undefined = this.#root
    for (let index = 0; branch && index < values.length; index++) {
      branch = branch.next.get(values[index])
    }
    return branch?.cached ?? this.#create(values)
  }

  #create(values: readonly Value[]): LabeledSeries {
    const names = this.#metric.options.labels
    const labels = Object.fromEntries(names.map((name, index) => [name, values[index]]))
    const series = this.#metric.series(labels)
    const cached = { labels, series }
    // The overflow series is not cached, because any number of label values share it.
    if (series.labels.length === names.length) this.#cache(values, cached)
    return cached
  }

  #cache(values: readonly Value[], cached: LabeledSeries): void {
    let branch = this.#root
    for (const value of values) {
      const next = branch.next.get(value) ?? { next: new Map() }
      branch.next.set(value, next)
      branch = next
    }
    branch.cached = cached
  }
}
