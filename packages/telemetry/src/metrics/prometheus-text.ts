import type { MetricData, SeriesData } from './metric.ts'
import type { MetricsData } from './metrics.ts'

/** `version` is that of the format. */
export const prometheusType = 'text/plain; version=0.0.4; charset=utf-8'

/** What several processes have told, as one text in the form of Prometheus. */
export function prometheusText(collected: readonly MetricsData[]): string {
  const byName = Map.groupBy(
    collected.flatMap(({ metrics }) => metrics),
    ({ name }) => name,
  )
  const own = Array.from(byName.values(), (alike) => metricText(merge(alike)))
  return own.join('') + appendedText(collected.flatMap(({ appended }) => appended))
}

function merge(alike: readonly MetricData[]): MetricData {
  const [first, ...others] = alike as readonly [MetricData, ...MetricData[]]
  if (others.length === 0) return first
  const join = first.merging === 'max' ? Math.max : (a: number, b: number) => a + b
  const series = new Map<string, [readonly string[], number[]]>()
  for (const [labels, values] of alike.flatMap((metric) => metric.series)) {
    const key = labels.join('\u0000')
    const known = series.get(key)
    if (known) known[1] = known[1].map((value, index) => join(value, values[index] ?? 0))
    else series.set(key, [labels, [...values]])
  }
  return { ...first, series: [...series.values()] }
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

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
}

/** The texts of other registries: lines that differ in their value alone are summed, what explains them stands once. */
function appendedText(texts: readonly string[]): string {
  const [only] = texts
  if (only === undefined) return ''
  if (texts.length === 1) return only.endsWith('\n') ? only : `${only}\n`
  const lines = new Map<string, number | undefined>()
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    const end = line.lastIndexOf(' ')
    if (line === '' || line.startsWith('#') || end === -1) {
      if (line !== '') lines.set(line, undefined)
    } else {
      const key = line.slice(0, end)
      lines.set(key, (lines.get(key) ?? 0) + Number(line.slice(end + 1)))
    }
  }
  const all = Array.from(lines, ([line, sum]) =>
    sum === undefined ? line : `${line} ${numberText(sum)}`,
  )
  return `${all.join('\n')}\n`
}
