import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { FwProcess } from '../../core/test/support/fw-process.ts'
import { startReceiver } from './otlp-receiver.ts'
import { telemetryApplication } from './telemetry-application.ts'

/**
 * Behaves like Lambda: it calls a function with an event, and freezes its process after the
 * response.
 */
const runtime = `import { performance } from 'node:perf_hooks'
import { createApp } from '@fw/core'
import { toLambdaHandler, toLambdaStreamHandler } from '@fw/core/lambda'
import { PassThrough } from 'node:stream'

globalThis.awslambda = {
  streamifyResponse: (handler) => handler,
  HttpResponseStream: { from: (stream) => stream },
}
const { kernel } = await createApp(process.cwd())
const handlers = { whole: toLambdaHandler(kernel), streamed: toLambdaStreamHandler(kernel) }
const event = (rawPath) => ({
  version: '2.0', rawPath, rawQueryString: '', headers: {},
  requestContext: { http: { method: 'GET' } },
})
for (const [index, form] of process.argv.slice(2).entries()) {
  const start = performance.now()
  await handlers[form](event('/orders/' + index), new PassThrough().resume(), {})
  process.stdout.write('answered ' + index + ' in ' + Math.round(performance.now() - start) + ' ms\\n')
  process.kill(process.pid, 'SIGSTOP')
}
process.exit(0)
`

function startFunction(forms: readonly string[], endpoint: string): FwProcess {
  const root = telemetryApplication()
  const file = join(root, 'runtime.mjs')
  writeFileSync(file, runtime)
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_BSP_SCHEDULE_DELAY: '60000',
  }
  const lambda = new FwProcess(root, forms, env, ['--import', '@fw/transform/register', file])
  onTestFinished(() => void lambda.child.kill('SIGKILL'))
  return lambda
}

/** Lets the process go on until something has happened; it may not have been frozen yet. */
async function whileThawing<T>({ child }: FwProcess, happened: Promise<T>): Promise<T> {
  const timer = setInterval(() => child.kill('SIGCONT'), 50)
  return happened.finally(() => clearInterval(timer))
}

test('spans are sent before Lambda freezes the process', async () => {
  const { endpoint, spans } = await startReceiver()
  const lambda = startFunction(['whole', 'streamed'], endpoint)
  for (const index of [0, 1]) {
    await lambda.printed(new RegExp(`answered ${index}`), 40)
    const paths = spans
      .filter(({ name }) => name === 'GET /orders/{id}')
      .map(({ attributes }) => attributes['url.path'])
    expect(paths).toEqual(['/orders/0', '/orders/1'].slice(0, index + 1))
    expect(spans.filter(({ name }) => name === 'SELECT orders')).toHaveLength(index + 1)
    await whileThawing<unknown>(
      lambda,
      index === 0 ? lambda.printed(/answered 1/, 40) : lambda.exit,
    )
  }
  expect(await lambda.exit).toBe(0)
})

test('a collector that never responds delays the process once, by 2 s', async () => {
  const silentServer = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silentServer, 'listening')
  onTestFinished(() => void silentServer.close().closeAllConnections())
  const { port } = silentServer.address() as AddressInfo
  const lambda = startFunction(['whole', 'whole'], `http://127.0.0.1:${port}`)
  const [, first] = await lambda.printed(/answered 0 in (\d+)/, 40)
  const [, second] = await whileThawing(lambda, lambda.printed(/answered 1 in (\d+)/, 40))
  expect([Number(first) >= 2000, Number(second) < 2000]).toEqual([true, true])
  expect(await whileThawing(lambda, lambda.exit)).toBe(0)
})
