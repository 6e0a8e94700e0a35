import type { Labels, Metric, Series } from './metric.ts'

/** Of a label; undefined where it is left out. */
export type Value = string | number | undefined

/** A series, with the labels that led to it. */
export interface FoundSeries {
  readonly labels: Labels
  readonly series: Series
}

interface Branch {
  readonly next: Map<Value, Branch>
  found?: FoundSeries
}

/** Finds the series of values, in the order of the labels, without making an object or a text of them each time. */
export class SeriesFinder {
  readonly #metric: Metric
  readonly #root: Branch = { next: new Map() }

  constructor(metric: Metric) {
    this.#metric = metric
  }

  find(values: readonly Value[]): FoundSeries {
    let branch: Branch | undefined = this.#root
    for (let index = 0; branch && index < values.length; index++) {
      branch = branch.next.get(values[index])
    }
    return branch?.found ?? this.#make(values)
  }

  #make(values: readonly Value[]): FoundSeries {
    const names = this.#metric.options.labels
    const labels = Object.fromEntries(names.map((name, index) => [name, values[index]]))
    const series = this.#metric.series(labels)
    const found = { labels, series }
    // What would be too many is not kept either.
    if (series.labels.length === names.length) this.#keep(values, found)
    return found
  }

  #keep(values: readonly Value[], found: FoundSeries): void {
    let branch = this.#root
    for (const value of values) {
      const next = branch.next.get(value) ?? { next: new Map() }
      branch.next.set(value, next)
      branch = next
    }
    branch.found = found
  }
}
