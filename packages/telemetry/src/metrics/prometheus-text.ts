import type { MetricData, SeriesData } from './metric.ts'
import { mergeMetrics } from './merge-metrics.ts'
import type { MetricsData } from './metrics.ts'
import { numberText } from './registry-text.ts'

/** The content type; `version` is the version of the format. */
export const prometheusType = 'text/plain; version=0.0.4; charset=utf-8'

/** Returns the metrics of several processes in the Prometheus format. */
export function prometheusText(collected: readonly MetricsData[]): string {
  const { metrics, appended } = mergeMetrics(collected)
  return [...metrics.map(metricText), ...appended].join('')
}

function metricText(metric: MetricData): string {
  const { name, kind, help } = metric
  if (metric.series.length === 0) return ''
  const head = `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${kind}\n`
  return head + metric.series.map((series) => seriesText(metric, series)).join('')
}

function seriesText(
  { name, kind, labels: names, bounds }: MetricData,
  [labels, values]: SeriesData,
): string {
  const isOverflow = labels.length < names.length
  const pairs = isOverflow
    ? ['overflow="true"']
    : names.flatMap((label, index) =>
        labels[index] ? [`${label}="${escaped(labels[index])}"`] : [],
      )
  const line = (suffix: string, all: readonly string[], value: number) =>
    `${name}${suffix}${all.length > 0 ? `{${all.join(',')}}` : ''} ${numberText(value)}\n`
  if (kind !== 'histogram') return line('', pairs, values[0] ?? 0)
  let count = 0
  const buckets = [...bounds, Infinity].map((bound, index) => {
    count += values[index] ?? 0
    return line('_bucket', [...pairs, `le="${numberText(bound)}"`], count)
  })
  const sum = values[bounds.length + 1] ?? 0
  return buckets.join('') + line('_sum', pairs, sum) + line('_count', pairs, count)
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
