import { mostSeries, type MetricData, type SeriesData } from './metric.ts'
import type { MetricsData } from './metrics.ts'
import { countedLines, mergeTexts } from './registry-text.ts'

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
export function countedBy(ended: readonly MetricsData[]): MetricsData {
  const { metrics, appended } = mergeMetrics(ended)
  return {
    metrics: metrics.filter(({ kind }) => kind !== 'gauge'),
    appended: appended.map(countedLines),
  }
}

function merge(alike: readonly MetricData[]): MetricData {
  const [first, ...others] = alike as readonly [MetricData, ...MetricData[]]
  if (others.length === 0) return first
  const join = first.merging === 'max' ? Math.max : (a: number, b: number) => a + b
  const series = new Map<string, SeriesData>()
  for (const [labels, values] of alike.flatMap((metric) => metric.series)) {
    const isOver = !series.has(keyOf(labels)) && series.size >= mostSeries - 1
    const kept = isOver ? [] : labels
    const known = series.get(keyOf(kept))?.[1]
    const joined = known?.map((value, index) => join(value, values[index] ?? 0))
    series.set(keyOf(kept), [kept, joined ?? values])
  }
  return { ...first, series: [...series.values()] }
}

/** Returns the key of a series. The series without labels is the overflow series. */
function keyOf(labels: readonly string[]): string {
  return labels.map((label) => `${label}\u0000`).join('')
}
