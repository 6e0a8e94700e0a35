import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Container } from 'fw'
import { InvalidMetric, Metrics } from '@fw/telemetry'
import { expect, onTestFinished, test, type TestContext } from 'vitest'
import { verifies } from '../../../spec/verifies.ts'
import { FwProcess } from '../../framework/test/fw-process.ts'
import { prometheusText } from '../src/metrics/prometheus-text.ts'
import { telemetryApplication } from './telemetry-application.ts'

/** Skips a test where a program of Prometheus is not installed. */
function needs(program: 'prometheus' | 'promtool', { skip }: TestContext): void {
  const isMissing = spawnSync(program, ['--version']).error !== undefined
  skip(isMissing, `no ${program}. Install it (apt-get install prometheus).`)
}

/** What promtool finds to complain of; empty where it is content. */
function complaints(text: string): string {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text })
  return status === 0 ? '' : `${String(stdout)}${String(stderr)}`
}

async function serving(env: Record<string, string> = {}) {
  const fw = new FwProcess(
    telemetryApplication(),
    ['serve', '--port', '0', '--host', '127.0.0.1'],
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

verifies(
  ['telemetry.metrics', 'telemetry.own-metrics'],
  'the admin port gives what was counted, and the public port does not',
  async () => {
    const { address, admin, scrape } = await serving()
    for (const path of ['/orders/7', '/orders/8', '/fails', '/nowhere', '/orders/7/confirm']) {
      await fetch(address + path)
    }
    const labels = (more: string) => `{http_request_method="GET",${more}}`
    const duration = 'http_server_request_duration_seconds'
    await expect
      .poll(scrape, { timeout: 5000 })
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
  },
  30_000,
)

test('promtool is content, and Prometheus scrapes', async (context) => {
  needs('promtool', context)
  needs('prometheus', context)
  const { address, admin, scrape } = await serving()
  for (const path of ['/orders/7', '/fails', '/orders/7/confirm']) await fetch(address + path)
  expect(complaints(await scrape())).toBe('')
  const prometheus = await startPrometheus(new URL(admin).host)
  const query = async () => {
    const found = await fetch(
      `${prometheus}/api/v1/query?query=${encodeURIComponent('sum(http_server_request_duration_seconds_count)')}`,
    ).then((answer) => answer.json() as Promise<{ data: { result: { value: unknown[] }[] } }>)
    return found.data.result[0]?.value[1]
  }
  await expect.poll(() => query().catch(() => undefined), { timeout: 20_000 }).toBe('3')
}, 60_000)

async function startPrometheus(target: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'prometheus-'))
  const config = join(folder, 'prometheus.yml')
  writeFileSync(
    config,
    `scrape_configs:\n  - job_name: shop\n    scrape_interval: 1s\n    static_configs:\n      - targets: ['${target}']\n`,
  )
  const port = 20_000 + (process.pid % 20_000)
  const child = spawn('prometheus', [
    `--config.file=${config}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ])
  onTestFinished(async () => {
    const closed = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGKILL')
    await closed
    rmSync(folder, { recursive: true, force: true })
  })
  return `http://127.0.0.1:${port}`
}

verifies(
  'telemetry.metrics',
  'made up paths and methods are few series',
  async () => {
    const { address, scrape } = await serving()
    const ask = (index: number) =>
      fetch(`${address}/made/up/${index}`, { headers: { 'x-made-up': `${index}` } })
    for (let round = 0; round < 20; round++) {
      await Promise.all(Array.from({ length: 50 }, (_, index) => ask(round * 50 + index)))
    }
    await expect
      .poll(scrape)
      .toMatch(
        /_count\{http_request_method="GET",http_response_status_code="404",url_scheme="http"\} 1000$/m,
      )
    const text = await scrape()
    expect(text).not.toContain('made')
    expect(text.split('\n').length).toBeLessThan(200)
  },
  30_000,
)

const textOf = async (...all: Metrics[]) =>
  prometheusText(await Promise.all(all.map((metrics) => metrics.collect())))

verifies('telemetry.metrics', 'of a million values of a label 2,000 series are left', async () => {
  const metrics = new Metrics()
  const counter = metrics.counter('seen_total', 'Seen.', ['value'])
  for (let value = 0; value < 1_000_000; value++) counter.add(1, { value })
  const lines = (await textOf(metrics)).split('\n').filter((line) => line.startsWith('seen_total'))
  expect(lines).toHaveLength(2000)
  expect(lines.at(-1)).toBe('seen_total{overflow="true"} 998001')
})

test('the metrics of several processes become one', async () => {
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

test('labels and help are escaped, whatever they hold', async (context) => {
  needs('promtool', context)
  const metrics = new Metrics()
  const hostile = 'a"b\\c\nd{}=,\u0000\ud800'
  metrics.gauge('hostile', `Help ${hostile}`, ['value']).set(Number.NaN, { value: hostile })
  expect(complaints(await textOf(metrics))).toBe('')
})

verifies('telemetry.own-metrics', 'what cannot be counted is an error', () => {
  const metrics = new Container().boot().get(Metrics)
  expect(() => metrics.counter('no name', 'x')).toThrow(InvalidMetric)
  expect(() => metrics.gauge('fine', 'x', ['le'])).toThrow(
    'The metric "fine" cannot have the label "le". Use letters, digits and "_".',
  )
  metrics.counter('twice', 'x', ['a'])
  expect(() => metrics.counter('twice', 'x', ['a'])).not.toThrow()
  expect(() => metrics.counter('twice', 'x', ['b'])).toThrow(
    'The metric "twice_total" is a counter with the labels [a] already. Choose another name.',
  )
  expect(() => metrics.counter('down', 'x').add(-1)).toThrow(
    'The metric "down_total" cannot be counted up by -1.',
  )
})
