import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Container } from 'fw'
import { Metrics } from '@fw/telemetry'
import { countChannels } from '../src/metrics/channel-metrics.ts'
import { countJobs } from '../src/metrics/queue-metrics.ts'
import { measureRuntime } from '../src/metrics/runtime-metrics.ts'

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[]
}

test('the dashboard asks for metrics that there are', async () => {
  const file = new URL('../../framework/docs/observability/dashboard.json', import.meta.url)
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as Dashboard
  const metrics = new Metrics()
  const ends = [countChannels(metrics), measureRuntime(metrics)]
  await countJobs(metrics, new Container().boot())
  ends.forEach((end) => end())
  const known = new Set((await metrics.collect()).metrics.map(({ name }) => name))
  const asked = panels
    .flatMap(({ targets }) => targets)
    .map(({ expr }) => expr.replaceAll(/by \([^)]*\)/g, ''))
    .flatMap((expr) => expr.match(/\b(?:http|db|fw|nodejs|process)_\w+(?=[[){]|$)/g) ?? [])
    .map((name) => name.replace(/_(?:bucket|count|sum)$/, ''))
  expect(asked.length).toBeGreaterThan(8)
  expect(asked.filter((name) => !known.has(name))).toEqual([])
})
