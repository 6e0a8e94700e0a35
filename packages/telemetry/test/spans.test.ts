import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { FwProcess, runFw } from '../../core/test/support/fw-process.ts'
import { modernMessage } from '../../core/test/features/mcp/serving.ts'
import { startReceiver, type ReceivedSpan } from './otlp-receiver.ts'
import { telemetryApplication } from './telemetry-application.ts'

const trace = '0af7651916cd43dd8448eb211c80319c'
const caller = 'b7ad6b7169203331'
const traceparent = `00-${trace}-${caller}-01`

/** The spans of a few requests, once they have arrived. */
async function serving(env: Record<string, string> = {}) {
  const receiver = await startReceiver()
  const exporting = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    ...env,
  }
  const root = telemetryApplication()
  const fw = new FwProcess(root, ['serve', '--port', '0', '--host', '127.0.0.1'], exporting)
  const address = await fw.address()
  const waitForSpan = (name: string): Promise<ReceivedSpan> =>
    expect
      .poll(() => receiver.spans.find((span) => span.name === name))
      .toBeDefined()
      .then(() => receiver.spans.find((span) => span.name === name) as ReceivedSpan)
  return { root, fw, address, waitForSpan, exporting, spans: receiver.spans }
}

test('a request is a child span of its caller, and its query one of the request', async () => {
  const { address, waitForSpan } = await serving()
  const response = await fetch(`${address}/orders/7?token=secret`, { headers: { traceparent } })
  const { context } = (await response.json()) as { context: object }
  const request = await waitForSpan('GET /orders/{id}')
  const statement = await waitForSpan('SELECT orders')

  expect(request).toMatchObject({ kind: 'SERVER', traceId: trace, parentSpanId: caller })
  expect(request.attributes).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/orders/{id}',
    'http.response.status_code': '200',
    'url.path': '/orders/7',
    'url.scheme': 'http',
    'client.address': '127.0.0.1',
  })
  expect(request.resource).toMatchObject({ 'service.name': 'shop', 'service.version': '1.2.3' })
  expect(statement).toMatchObject({
    kind: 'CLIENT',
    traceId: trace,
    parentSpanId: request.spanId,
  })
  expect(statement.attributes).toMatchObject({
    'db.system.name': 'sqlite',
    'db.collection.name': 'orders',
    'db.query.text': 'SELECT * FROM "orders" WHERE "secret" = ?',
  })
  expect(context).toEqual({ traceId: trace, spanId: request.spanId })
  expect(JSON.stringify([request, statement])).not.toMatch(/token|value-of-a-secret/)
})

test('thrown errors are errors, but invalid requests of clients are not', async () => {
  const { address, waitForSpan } = await serving()
  for (const path of ['/fails', '/refused', '/nowhere']) await fetch(address + path)
  const failed = await waitForSpan('GET /fails')
  expect(failed.status).toBe('STATUS_CODE_ERROR')
  expect(failed.attributes).toMatchObject({ 'error.type': 'TypeError' })
  for (const name of ['GET /refused', 'GET']) {
    const span = await waitForSpan(name)
    expect(span.status ?? 'STATUS_CODE_UNSET').toBe('STATUS_CODE_UNSET')
    expect(span.attributes).not.toHaveProperty('error.type')
  }
})

test('a call of an agent is a child of the span it names, and linked to its request', async () => {
  const { address, waitForSpan, spans } = await serving()
  const call = (meta: object) =>
    fetch(`${address}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'count_orders',
      },
      body: JSON.stringify(
        modernMessage({ method: 'tools/call', params: { name: 'count_orders', _meta: meta } }),
      ),
    })
  await call({ traceparent })
  const tool = await waitForSpan('tools/call count_orders')
  const request = await waitForSpan('POST /mcp')
  expect(tool).toMatchObject({ kind: 'SERVER', traceId: trace, parentSpanId: caller })
  expect(tool.links).toEqual([{ traceId: request.traceId, spanId: request.spanId }])
  expect(tool.attributes).toMatchObject({
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': 'count_orders',
    'mcp.protocol.version': '2026-07-28',
  })
  spans.splice(0)
  await call({ traceparent: 'nonsense' })
  const second = await waitForSpan('tools/call count_orders')
  const httpSpan = await waitForSpan('POST /mcp')
  expect(second).toMatchObject({
    traceId: httpSpan.traceId,
    parentSpanId: httpSpan.spanId,
    links: [],
  })
})

test('a run of a schedule is the root of a trace, flushed at the end of its process', async () => {
  const { root, waitForSpan, exporting } = await serving()
  const { code, stderr } = await runFw(root, ['schedule:run', 'Orders.nightly'], {
    ...exporting,
    OTEL_BSP_SCHEDULE_DELAY: '60000',
  })
  expect([code, stderr]).toEqual([0, ''])
  const run = await waitForSpan('schedule Orders.nightly')
  const statement = await waitForSpan('SELECT orders')
  expect(run).toMatchObject({ kind: 'INTERNAL', parentSpanId: '' })
  expect(run.attributes).toMatchObject({ 'fw.outcome': 'done', 'fw.attempt': '1' })
  expect(statement).toMatchObject({ traceId: run.traceId, parentSpanId: run.spanId })
})

test('a job is a child of its push, even in another process', async () => {
  const { root, address, waitForSpan, exporting } = await serving()
  await fetch(`${address}/orders/7/confirm`)
  const worker = new FwProcess(root, ['queue:work'], exporting)
  const [, context = ''] = await worker.printed(/confirmed (.*)/)
  const request = await waitForSpan('GET /orders/{id}/confirm')
  const push = await waitForSpan('send default')
  const attempt = await waitForSpan('process default')
  const statement = await waitForSpan('SELECT orders')
  expect(push).toMatchObject({ kind: 'PRODUCER', parentSpanId: request.spanId })
  expect(attempt).toMatchObject({ kind: 'CONSUMER', parentSpanId: push.spanId })
  expect(statement).toMatchObject({ kind: 'CLIENT', parentSpanId: attempt.spanId })
  expect([push, attempt, statement].map(({ traceId }) => traceId)).toEqual(
    Array.from({ length: 3 }, () => request.traceId),
  )
  expect(attempt.attributes).toMatchObject({
    'messaging.destination.name': 'default',
    'messaging.operation.type': 'process',
    'fw.job.class': 'Confirm',
    'fw.outcome': 'done',
  })
  expect(JSON.parse(context)).toMatchObject({ traceId: request.traceId, spanId: attempt.spanId })
})

test('a hostile traceparent starts a new trace', async () => {
  const { address, waitForSpan, spans } = await serving()
  const hostile = [
    '00-00000000000000000000000000000000-b7ad6b7169203331-01',
    `00-${trace}-0000000000000000-01`,
    `ff-${trace}-${caller}-01`,
    `00-${trace.toUpperCase()}-${caller}-01`,
    `00-${trace}-${caller}-01-more`,
    '0'.repeat(8000),
  ]
  for (const traceparent of hostile) {
    spans.splice(0)
    await fetch(`${address}/orders/7`, { headers: { traceparent } })
    const span = await waitForSpan('GET /orders/{id}')
    expect([traceparent, span.parentSpanId]).toEqual([traceparent, ''])
    expect(span.traceId).not.toBe(trace)
  }
})

test('FW_SPANS leaves spans out', async () => {
  const { address, waitForSpan, spans } = await serving({ FW_SPANS: 'http' })
  await fetch(`${address}/orders/7`)
  await waitForSpan('GET /orders/{id}')
  expect(spans.map(({ name }) => name)).toEqual(['GET /orders/{id}'])
})

test.each([
  ['http,db,queue,schedule,cache,mcp', 0, ''],
  [
    'http,htpp',
    1,
    'FW_SPANS contains an unknown kind of span: "htpp". Use one or more of http, db, queue, schedule',
  ],
])('FW_SPANS=%s ends the boot with %d', async (names, expected, message) => {
  const { code, stderr } = await runFw(telemetryApplication(), ['schedule:list'], {
    FW_SPANS: names,
  })
  expect([code, stderr]).toEqual([expected, expect.stringContaining(message)])
})

test('a collector that never responds delays neither responses nor, by more than 2 s, the shutdown', async () => {
  const silentServer = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silentServer, 'listening')
  onTestFinished(() => void silentServer.close().closeAllConnections())
  const { port } = silentServer.address() as AddressInfo
  const { fw, address } = await serving({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  })
  for (let index = 0; index < 50; index++) await (await fetch(`${address}/orders/7`)).text()
  fw.child.kill('SIGTERM')
  expect(await fw.exit).toBe(0)
})

test('an unavailable collector is logged once', async () => {
  const { fw, address } = await serving({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  })
  for (let index = 0; index < 10; index++) {
    await (await fetch(`${address}/orders/7`)).text()
    await sleep(100)
  }
  await fw.printed(/OpenTelemetry has a problem/)
  fw.child.kill('SIGTERM')
  await fw.exit
  expect(fw.stderr.match(/OpenTelemetry has a problem/g)).toHaveLength(1)
})
