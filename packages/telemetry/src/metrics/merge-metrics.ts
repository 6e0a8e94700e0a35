import { maxSeries, type MetricData, type SeriesData } from './metric.ts'
import type { MetricsData } from './metrics.ts'
import { counterLines, mergeTexts } from './registry-text.ts'

/** Merges the metrics of several processes. */
export function mergeMetrics(collected: readonly MetricsData[]): MetricsData {
  const byName = Map.groupBy(
    collected.flatMap(({ metrics }) => metrics),
    ({ name }) => name,
  )
  const texts = collected.flatMap(({ appended }) => appended)
  return { metrics: Array.from(byName.values(), merge), appended: mergeTexts(texts) }
}

/**
 * Returns the metrics of ended processes that must still be counted: all except gauges, which describe running
 * processes.
 */
export function keepCounters(ended: readonly MetricsData[]): MetricsData {
  const { metrics, appended } = mergeMetrics(ended)
  return {
    metrics: metrics.filter(({ kind }) => kind !== 'gauge'),
    appended: appended.map(counterLines),
  }
}

function merge(metrics: readonly MetricData[]): MetricData {
  const [first, ...otherMetrics] = metrics as readonly [MetricData, ...MetricData[]]
  if (otherMetrics.length === 0) return first
  const join = first.merging === 'max' ? Math.max : (a: number, b: number) => a + b
  const series = new Map<string, SeriesData>()
  for (const [labels, values] of metrics.flatMap((metric) => metric.series)) {
    const isOverLimit = !series.has(keyOf(labels)) && series.size >= maxSeries - 1
    const keptLabels = isOverLimit ? [] : labels
    const previous = series.get(keyOf(keptLabels))?.[1]
    const joined = previous?.map((value, index) => join(value, values[index] ?? 0))
    series.set(keyOf(keptLabels), [keptLabels, joined ?? values])
  }
  return { ...first, series: [...series.values()] }
}

/** Returns the key of a series. The series without labels is the overflow series. */
function keyOf(labels: readonly string[]): string {
  return labels.map((label) => `${label}\u0000`).join('')
}
