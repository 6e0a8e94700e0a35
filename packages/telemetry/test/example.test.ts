import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Container } from '@fw/core'
import { Metrics } from '@fw/telemetry'
import { expect, test } from 'vitest'
import { FwProcess } from '../../core/test/support/fw-process.ts'
import { parseYaml } from '../../core/test/support/parse-yaml.ts'
import { countChannels } from '../src/metrics/channel-metrics.ts'
import { countJobs } from '../src/metrics/queue-metrics.ts'
import { measureRuntime } from '../src/metrics/runtime-metrics.ts'
import { complaints, needs, startPrometheus } from './prometheus.ts'
import { telemetryApplication } from './telemetry-application.ts'

const folder = new URL('../../core/docs/observability/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')

interface Target {
  readonly expr: string
  readonly legendFormat: string
}

const { panels } = JSON.parse(read('dashboard.json')) as {
  readonly panels: readonly { readonly targets: readonly Target[] }[]
}
const targets = panels.flatMap((panel) => panel.targets)

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly volumes: readonly string[]; readonly ports?: readonly string[] }>
  >
}

interface Collector {
  readonly receivers: { readonly otlp: { readonly protocols: { http: { endpoint: string } } } }
  readonly service: { readonly pipelines: Readonly<Record<string, Record<string, string[]>>> }
}

test('the dashboard asks for metrics that there are', async () => {
  const metrics = new Metrics()
  const ends = [countChannels(metrics), measureRuntime(metrics)]
  await countJobs(metrics, new Container().boot())
  ends.forEach((end) => end())
  const known = new Set((await metrics.collect()).metrics.map(({ name }) => name))
  const asked = targets
    .map(({ expr }) => expr.replaceAll(/by \([^)]*\)/g, ''))
    .flatMap((expr) => expr.match(/\b(?:http|db|fw|nodejs|process)_\w+(?=[[){]|$)/g) ?? [])
    .map((name) => name.replace(/_(?:bucket|count|sum)$/, ''))
  expect(asked.length).toBeGreaterThan(8)
  expect(asked.filter((name) => !known.has(name))).toEqual([])
})

test('Prometheus of the example takes its configuration, and has data for each panel', async (context) => {
  needs('promtool', context)
  needs('prometheus', context)
  const config = read('prometheus.yaml')
  expect(complaints(['config', fileURLToPath(new URL('prometheus.yaml', folder))])).toBe('')

  const words = ['serve', '--workers', '1', '--with', 'queue,schedule']
  const ports = { HOST: '127.0.0.1', PORT: '0', FW_ADMIN_PORT: '0' }
  const fw = new FwProcess(telemetryApplication(), words, ports)
  const address = await fw.address()
  const [, admin = ''] = await fw.printed(/Health at http:\/\/(\S+)\/health/)
  const query = await startPrometheus(
    config.replace('host.docker.internal:9464', admin).replace('15s', '1s'),
  )
  const ask = () =>
    Promise.all(['/orders/7', '/orders/7/confirm', '/fails'].map((path) => fetch(address + path)))
  for (const { expr, legendFormat } of targets) {
    const labels = [...legendFormat.matchAll(/{{(\w+)}}/g)].map(([, label = '']) => label)
    const shown = async () => {
      await ask()
      const found = await query(expr.replace('$__rate_interval', '1m'))
      return found.some(({ metric }) => labels.every((label) => label in metric)) ? '' : expr
    }
    await expect.poll(shown, { timeout: 20_000, interval: 500 }).toBe('')
  }
}, 120_000)

test('the files of the example fit together', () => {
  const { services } = parseYaml(read('compose.yaml')) as Compose
  const mounted = Object.values(services).flatMap(({ volumes }) => volumes)
  const paths = mounted.map((volume) => volume.split(':')[0] ?? '')
  expect(paths).toHaveLength(3)
  expect(paths.filter((path) => !existsSync(new URL(path, folder)))).toEqual([])

  const { receivers, service, ...others } = parseYaml(read('collector.yaml')) as Collector
  const { endpoint } = receivers.otlp.protocols.http
  expect(services['collector']?.ports).toEqual([`127.0.0.1:${endpoint.split(':')[1]}:4318`])
  const defined = { receivers, ...others } as Readonly<Record<string, object>>
  const missing = Object.values(service.pipelines).flatMap((pipeline) =>
    Object.entries(pipeline).flatMap(([kind, names]) =>
      names.filter((name) => !(name in (defined[kind] ?? {}))),
    ),
  )
  expect(missing).toEqual([])

  const told = /OTEL_EXPORTER_OTLP_ENDPOINT=http:\/\/localhost:(\d+) and FW_ADMIN_PORT=(\d+)/
  for (const text of [read('compose.yaml'), read('../observability.md').replaceAll('`', '')]) {
    const [, exporting, admin] = told.exec(text) ?? []
    expect([exporting, read('prometheus.yaml').includes(`host.docker.internal:${admin}`)]).toEqual([
      '4318',
      true,
    ])
  }
})
