import { createRequire } from 'node:module'
import { Container, Get, Kernel, Logger, Router } from '@fw/core'
import { toLambdaHandler } from '@fw/core/lambda'
import { InvalidMetric, Metrics } from '@fw/telemetry'
import { type MeterProvider, metrics as api } from '@opentelemetry/api'
import { expect, onTestFinished, test } from 'vitest'
import { FwProcess } from '../../core/test/support/fw-process.ts'
import { countChannels } from '../src/metrics/channel-metrics.ts'
import { keepCounters } from '../src/metrics/merge-metrics.ts'
import { measureRuntime } from '../src/metrics/runtime-metrics.ts'
import { prometheusText } from '../src/metrics/prometheus-text.ts'
import { checkWithPromtool, skipUnlessInstalled, startPrometheus } from './prometheus.ts'
import { telemetryApplication } from './telemetry-application.ts'

async function serving(env: Record<string, string> = {}, words: readonly string[] = []) {
  const fw = new FwProcess(
    telemetryApplication(),
    ['serve', '--port', '0', '--host', '127.0.0.1', ...words],
    { FW_ADMIN_PORT: '0', FW_ADMIN_HOST: '127.0.0.1', ...env },
  )
  const address = await fw.address()
  const [, admin = ''] = await fw.printed(/Health at (http:\S+)\/health/)
  const scrape = async () => (await fetch(`${admin}/metrics`)).text()
  return { fw, address, admin, scrape }
}

const valueOf = (text: string, series: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${series} `))
    ?.slice(series.length + 1)

test('metrics are on the admin port, and not on the public port', async () => {
  const { address, admin, scrape } = await serving()
  for (const path of ['/orders/7', '/orders/8', '/fails', '/nowhere', '/orders/7/confirm']) {
    await fetch(address + path)
  }
  const labels = (more: string) => `{http_request_method="GET",${more}}`
  const duration = 'http_server_request_duration_seconds'
  await expect
    .poll(scrape)
    .toContain(`${duration}_count{http_request_method="GET",http_response_status_code="404"`)
  const text = await scrape()
  const ok = labels('http_route="/orders/{id}",http_response_status_code="200",url_scheme="http"')
  expect(valueOf(text, `${duration}_count${ok}`)).toBe('2')
  const failed = `${duration}_count{http_request_method="GET",http_route="/fails",http_response_status_code="500",url_scheme="http",error_type="TypeError"}`
  expect(valueOf(text, failed)).toBe('1')
  expect(text).toContain(`${duration}_bucket${ok.replace('}"', '}"').slice(0, -1)},le="0.005"}`)
  expect(valueOf(text, 'shop_orders_total{channel="web"}')).toBe('2')
  expect(text).toMatch(
    /^db_client_operation_duration_seconds_count\{db_system_name="sqlite",db_operation_name="SELECT",db_collection_name="orders"\} 2$/m,
  )
  expect(text).toMatch(
    /^http_server_active_requests\{http_request_method="GET",url_scheme="http"\} 0$/m,
  )
  expect(text).toMatch(/^fw_queue_jobs\{queue="default",state="waiting"\} 1$/m)
  for (const name of ['eventloop_delay_p99_seconds', 'eventloop_utilization']) {
    expect(text).toMatch(new RegExp(`^nodejs_${name} [\\d.e-]+$`, 'm'))
  }
  expect(Number(valueOf(text, 'process_resident_memory_bytes'))).toBeGreaterThan(1e7)
  expect((await fetch(`${address}/metrics`)).status).toBe(404)
  expect((await fetch(`${admin}/metrics`)).headers.get('content-type')).toBe(
    'text/plain; version=0.0.4; charset=utf-8',
  )
})

test('promtool accepts the metrics, and Prometheus scrapes them', async (context) => {
  skipUnlessInstalled('promtool', context)
  skipUnlessInstalled('prometheus', context)
  const { address, admin, scrape } = await serving()
  for (const path of ['/orders/7', '/fails', '/orders/7/confirm']) await fetch(address + path)
  expect(checkWithPromtool(['metrics'], await scrape())).toBe('')
  const query = await startPrometheus(
    `scrape_configs:\n  - job_name: shop\n    scrape_interval: 1s\n    static_configs:\n      - targets: ['${new URL(admin).host}']\n`,
  )
  const counted = async () =>
    (await query('sum(http_server_request_duration_seconds_count)'))[0]?.value[1]
  await expect.poll(counted).toBe('3')
})

class Shop {
  @Get('/orders/{id}')
  show(id: string) {
    return id
  }
}

test('a hundred thousand invented paths, methods and headers give few series', async () => {
  const container = new Container().boot()
  const metrics = container.get(Metrics)
  const end = countChannels(metrics)
  // The fastest way to call a kernel.
  const handler = toLambdaHandler(new Kernel(container, new Router().register(Shop)))
  for (let index = 0; index < 100_000; index++) {
    const path = index % 2 === 0 ? 'orders' : 'made/up'
    const method = index % 5 === 0 ? `M${index}` : 'GET'
    await handler({
      version: '2.0',
      rawPath: `/${path}/${index}`,
      rawQueryString: `made=${index}`,
      headers: { host: `h${index}`, traceparent: `${index}` },
      requestContext: { http: { method } },
    })
  }
  end()
  const text = await textOf(metrics)
  const counts = [...text.matchAll(/^http_server_request_duration_seconds_count.* (\d+)$/gm)]
  expect(counts.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(100_000)
  expect(counts).toHaveLength(4)
  expect(text).not.toMatch(/made|M\d|h\d/)
})

const textOf = async (...all: Metrics[]) =>
  prometheusText(await Promise.all(all.map((metrics) => metrics.collect())))

test('a million values of a label give 2,000 series', async () => {
  const metrics = new Metrics()
  const counter = metrics.counter('seen_total', 'Seen.', ['value'])
  for (let value = 0; value < 1_000_000; value++) counter.add(1, { value })
  const lines = (await textOf(metrics)).split('\n').filter((line) => line.startsWith('seen_total'))
  expect(lines).toHaveLength(2000)
  expect(lines.at(-1)).toBe('seen_total{overflow="true"} 998001')
})

test('the metrics of several processes are merged', async () => {
  const [one, two] = [new Metrics(), new Metrics()].map((metrics, index) => {
    metrics.counter('jobs_total', 'Jobs.', ['kind']).add(index + 1, { kind: 'a' })
    metrics.histogram('wait_seconds', 'Wait.', [], { bounds: [1, 2] }).record(index + 0.5)
    metrics.define('gauge', 'delay_seconds', 'Delay.', [], { merging: 'max' }).set(index, {})
    metrics.append(() => `# TYPE other gauge\nother{a="b"} ${index + 1}\n`)
    return metrics
  }) as [Metrics, Metrics]
  two.counter('jobs_total', 'Jobs.', ['kind']).add(5, { kind: 'b' })
  expect(await textOf(one, two)).toBe(`# HELP jobs_total Jobs.
# TYPE jobs_total counter
jobs_total{kind="a"} 3
jobs_total{kind="b"} 5
# HELP wait_seconds Wait.
# TYPE wait_seconds histogram
wait_seconds_bucket{le="1"} 1
wait_seconds_bucket{le="2"} 2
wait_seconds_bucket{le="+Inf"} 2
wait_seconds_sum 2
wait_seconds_count 2
# HELP delay_seconds Delay.
# TYPE delay_seconds gauge
delay_seconds 1
# TYPE other gauge
other{a="b"} 3
`)
})

test('metrics that cannot be read are logged, and the others are served', async () => {
  const logged: unknown[] = []
  const container = new Container().instance(Logger, new ErrorLogger(logged)).boot()
  const metrics = container.get(Metrics)
  metrics.counter('seen', 'Seen.').add(1)
  metrics.append(() => {
    throw new Error('torn')
  })
  metrics.append(() => Promise.reject(new Error('lost')))
  metrics.append(() => new Promise(() => {}))
  metrics.append(() => undefined as unknown as string)
  metrics.append(() => 'other 2\n')
  metrics.refresh(() => {
    throw new Error('stale')
  })
  const text = await textOf(metrics)
  expect(text).toContain('seen_total 1\n')
  expect(text).toContain('other 2\n')
  expect(logged.toSorted()).toEqual([
    'A part of the metrics cannot be read. It took longer than 1000 ms.',
    'A part of the metrics cannot be read. The function passed to append returned undefined, not a string.',
    'A part of the metrics cannot be read. lost',
    'A part of the metrics cannot be read. stale',
    'A part of the metrics cannot be read. torn',
  ])
})

class ErrorLogger extends Logger {
  readonly #lines: unknown[]

  constructor(lines: unknown[]) {
    super()
    this.#lines = lines
  }

  debug() {}
  info() {}
  warn() {}

  error(message: string, { error }: { readonly error: Error }) {
    this.#lines.push(`${message} ${error.message}`)
  }
}

test('a blocked event loop right after a reading is part of the next one', async () => {
  const metrics = new Metrics()
  const end = measureRuntime(metrics)
  const longest = async () =>
    Number(valueOf(await textOf(metrics), 'nodejs_eventloop_delay_max_seconds'))
  await longest()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
  await new Promise((resolve) => setTimeout(resolve))
  expect(await longest()).toBeGreaterThan(0.35)
  end()
})

test('series beyond the total limit become one series, and those of one process stay', async () => {
  const collected = await Promise.all(
    ['a', 'b'].map((process) => {
      const metrics = new Metrics()
      const seen = metrics.counter('seen_total', 'Seen.', ['value'])
      for (let value = 0; value < 1500; value++) seen.add(1, { value: `${process}${value}` })
      seen.add(1)
      metrics.gauge('held', 'Held.').set(7)
      metrics.append(() => '# TYPE other counter\nother 2\n# TYPE open gauge\nopen 3\n')
      return metrics.collect()
    }),
  )
  const text = prometheusText(collected)
  const lines = text.split('\n').filter((line) => line.startsWith('seen_total'))
  expect(lines).toHaveLength(2000)
  expect(valueOf(text, 'seen_total')).toBe('2')
  expect(valueOf(text, 'seen_total{overflow="true"}')).toBe('1002')
  const ended = prometheusText([keepCounters(collected)])
  expect(ended).toBe(`${text.slice(0, text.indexOf('# HELP held'))}# TYPE other counter\nother 4\n`)
})

test('labels and help are escaped for any content', async (context) => {
  skipUnlessInstalled('promtool', context)
  const metrics = new Metrics()
  const hostile = 'a"b\\c\nd{}=,\u0000\ud800'
  metrics.gauge('hostile', `Help ${hostile}`, ['value']).set(Number.NaN, { value: hostile })
  expect(checkWithPromtool(['metrics'], await textOf(metrics))).toBe('')
})

test('invalid metrics are errors', () => {
  const metrics = new Container().boot().get(Metrics)
  expect(() => metrics.counter('no name', 'x')).toThrow(InvalidMetric)
  expect(() => metrics.gauge('fine', 'x', ['le'])).toThrow(
    'The metric "fine" cannot have the label "le". Use letters, digits and "_", do not begin with a digit or "__", and do not use le, overflow or quantile.',
  )
  metrics.counter('twice', 'x', ['a'])
  expect(() => metrics.counter('twice', 'x', ['a'])).not.toThrow()
  expect(() => metrics.counter('twice', 'x', ['b'])).toThrow(
    'The metric "twice_total" already exists as a counter with the labels [a]. Choose another name.',
  )
  expect(() => metrics.counter('down', 'x').add(-1)).toThrow(
    'The metric "down_total" cannot be increased by -1. Add 0 or more, or use a gauge.',
  )
})

interface Reader {
  collect(): Promise<{
    readonly resourceMetrics: {
      readonly scopeMetrics: readonly {
        readonly metrics: readonly {
          readonly descriptor: { readonly name: string }
          readonly dataPoints: readonly {
            readonly attributes: Readonly<Record<string, unknown>>
            readonly value: unknown
          }[]
        }[]
      }[]
    }
  }>
}

// The metrics of the installed SDK, which does not export them.
const { resolve } = createRequire(import.meta.url)
const sdk = createRequire(resolve('@opentelemetry/sdk-node'))('@opentelemetry/sdk-metrics') as {
  readonly MeterProvider: new (options: object) => MeterProvider & { shutdown(): Promise<void> }
  readonly PeriodicExportingMetricReader: new (options: object) => Reader
  readonly InMemoryMetricExporter: new (temporality: number) => object
}

test('a meter provider receives what counters add, and the resulting values of gauges', async () => {
  const cumulative = 1
  const reader = new sdk.PeriodicExportingMetricReader({
    exporter: new sdk.InMemoryMetricExporter(cumulative),
    exportIntervalMillis: 3_600_000,
  })
  const provider = new sdk.MeterProvider({ readers: [reader] })
  api.setGlobalMeterProvider(provider)
  onTestFinished(() => {
    api.disable()
    return provider.shutdown()
  })
  const metrics = new Metrics()
  const orders = metrics.counter('orders', 'Orders.')
  const open = metrics.gauge('open', 'Open.', ['desk'])
  orders.add(2)
  orders.add(3)
  open.set(7, { desk: 'a' })
  open.add(-2, { desk: 'a' })
  open.add(1, { desk: 'b' })
  const { resourceMetrics } = await reader.collect()
  const found = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics)
  const points = found.map(({ descriptor, dataPoints }) => [
    descriptor.name,
    dataPoints.map(({ attributes, value }) => [attributes['desk'], value]),
  ])
  expect(Object.fromEntries(points)).toEqual({
    orders_total: [[undefined, 5]],
    open: [
      ['a', 5],
      ['b', 1],
    ],
  })
})
