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
import { checkWithPromtool, skipUnlessInstalled, startPrometheus } from './prometheus.ts'
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

interface Service {
  readonly volumes: readonly string[]
  readonly ports?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
}

interface Scraping {
  readonly scrape_configs: readonly { readonly scrape_interval: string }[]
}

interface Sources {
  readonly datasources: readonly {
    readonly type: string
    readonly url: string
    readonly isDefault: boolean
    readonly jsonData: { readonly timeInterval: string }
  }[]
}

interface Providers {
  readonly providers: readonly { readonly type: string; readonly options: { path: string } }[]
}

interface Collector {
  readonly receivers: { readonly otlp: { readonly protocols: { http: { endpoint: string } } } }
  readonly service: { readonly pipelines: Readonly<Record<string, Record<string, string[]>>> }
}

test('the dashboard queries metrics that exist', async () => {
  const metrics = new Metrics()
  const ends = [countChannels(metrics), measureRuntime(metrics)]
  await countJobs(metrics, new Container().boot())
  ends.forEach((end) => end())
  const known = new Set((await metrics.collect()).metrics.map(({ name }) => name))
  const queriedMetrics = targets
    .map(({ expr }) => expr.replaceAll(/by \([^)]*\)/g, ''))
    .flatMap(
      (expr) => expr.match(/\b(?:http|db|fw|messaging|nodejs|process)_\w+(?=[[){]|$)/g) ?? [],
    )
    .map((name) => name.replace(/_(?:bucket|count|sum)$/, ''))
  expect(queriedMetrics.length).toBeGreaterThan(16)
  expect(queriedMetrics.filter((name) => !known.has(name))).toEqual([])
})

test('Prometheus of the example accepts its configuration, and has data for each panel', async (context) => {
  skipUnlessInstalled('promtool', context)
  skipUnlessInstalled('prometheus', context)
  const config = read('prometheus.yaml')
  expect(checkWithPromtool(['config', fileURLToPath(new URL('prometheus.yaml', folder))])).toBe('')

  const args = ['serve', '--workers', '1', '--with', 'queue,schedule']
  const ports = { HOST: '127.0.0.1', PORT: '0', FW_ADMIN_PORT: '0' }
  const fw = new FwProcess(telemetryApplication(), args, ports)
  const address = await fw.address()
  const [, admin = ''] = await fw.printed(/Health at http:\/\/(\S+)\/health/)
  const query = await startPrometheus(
    config.replace('host.docker.internal:9464', admin).replace('15s', '1s'),
  )
  const paths = ['/orders/7', '/orders/7/confirm', '/orders/7/lose', '/fails']
  const ask = () => Promise.all(paths.map((path) => fetch(address + path)))
  for (const { expr, legendFormat } of targets) {
    const labels = [...legendFormat.matchAll(/{{(\w+)}}/g)].map(([, label = '']) => label)
    const shown = async () => {
      await ask()
      const found = await query(expr.replaceAll('$__rate_interval', '1m'))
      const isShown = found.some(
        ({ metric, value: [, value] }) =>
          labels.every((label) => label in metric) &&
          // NaN is not shown. Where errors are selected, 0 would be a selection without any.
          Number(value) >= (expr.includes('!=') ? Number.MIN_VALUE : 0),
      )
      return isShown ? '' : expr
    }
    await expect.poll(shown, { interval: 500 }).toBe('')
  }
})

test('Grafana of the example starts with Prometheus as its source, and with the dashboard', () => {
  const { services } = parseYaml(read('compose.yaml')) as Compose
  const { volumes = [], environment = {} } = services['grafana'] ?? {}
  const mounted = new Map(
    volumes.map((volume) => {
      const [path = '', target = ''] = volume.split(':')
      return [target, path]
    }),
  )
  const provisioned = (kind: string) => {
    const path = mounted.get(`/etc/grafana/provisioning/${kind}/${kind}.yaml`)
    return parseYaml(read(path ?? `no ${kind}`))
  }
  const { datasources } = provisioned('datasources') as Sources
  const { scrape_configs: scrapes } = parseYaml(read('prometheus.yaml')) as Scraping
  expect(datasources).toMatchObject([{ type: 'prometheus', isDefault: true }])
  // The port at which Prometheus listens, unless it is told another.
  expect(datasources.map(({ url }) => url)).toEqual(['http://prometheus:9090'])
  expect(Object.keys(services)).toContain('prometheus')
  expect(datasources[0]?.jsonData.timeInterval).toBe(scrapes[0]?.scrape_interval)

  const { providers } = provisioned('dashboards') as Providers
  expect(providers).toMatchObject([{ type: 'file' }])
  const dashboards = `${providers[0]?.options.path}/dashboard.json`
  expect(mounted.get(dashboards)).toBe('./dashboard.json')
  expect(environment['GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH']).toBe(dashboards)
})

test('the files of the example match', () => {
  const { services } = parseYaml(read('compose.yaml')) as Compose
  const mounted = Object.values(services).flatMap(({ volumes }) => volumes)
  const paths = mounted.map((volume) => volume.split(':')[0] ?? '')
  expect(paths).toHaveLength(5)
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

  const ports =
    /OTEL_EXPORTER_OTLP_ENDPOINT=http:\/\/localhost:(\d+)(?: and)?\s+FW_ADMIN_PORT=(\d+)/
  for (const text of [read('compose.yaml'), read('../observability.md').replaceAll('`', '')]) {
    const [, exporting, admin] = ports.exec(text) ?? []
    expect([exporting, read('prometheus.yaml').includes(`host.docker.internal:${admin}`)]).toEqual([
      '4318',
      true,
    ])
  }
})
