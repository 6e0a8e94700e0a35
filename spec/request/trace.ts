import { Agent, request } from 'node:http'
import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  Body,
  Compress,
  Config,
  Container,
  Cors,
  Get,
  Kernel,
  NotBlank,
  Post,
  Router,
} from '@fw/core'
import { serve } from '@fw/core/node'

/** A request, and the response that it has to get. */
interface Sample {
  readonly method: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string
  readonly status?: number
  readonly response: string
}

const folder = fileURLToPath(new URL('../../packages/core/src', import.meta.url))
const origin = 'https://shop.example'

/** The number of stack frames of the framework when a method was last called. */
let frames = 0

class Order {
  constructor(
    @NotBlank() readonly customer: string,
    readonly lines: number[],
  ) {}
}

class Orders {
  @Get('/orders/{id}')
  show(id: number) {
    return entered({ id })
  }

  @Post('/orders')
  create(@Body() order: Order) {
    return entered(order)
  }

  @Cors({ origins: [origin] })
  @Get('/shared/{id}')
  showShared(id: number) {
    return entered({ id })
  }

  @Cors({ origins: [origin] })
  @Compress()
  @Get('/compressed/{id}')
  showCompressed(id: number) {
    return entered({ id })
  }

  @Get('/broken/{id}')
  fail(id: number) {
    throw entered(new Error(`Order ${id} is broken.`))
  }
}

const body = JSON.stringify({ customer: 'Ada', lines: [1, 2] })
const samples = {
  get: { method: 'GET', path: '/orders/7', response: '{"id":7}' },
  post: {
    method: 'POST',
    path: '/orders',
    headers: { 'content-type': 'application/json' },
    body,
    response: body,
  },
  cors: { method: 'GET', path: '/shared/7', headers: { origin }, response: '{"id":7}' },
  compress: { method: 'GET', path: '/compressed/7', headers: { origin }, response: '{"id":7}' },
  failed: {
    method: 'GET',
    path: '/broken/7',
    status: 500,
    response: '{"error":"Internal server error."}',
  },
} satisfies Record<string, Sample>

const container = new Container().instance(Config, Config.of({})).boot()
const kernel = new Kernel(container, new Router().register(Orders))
const server = await serve(kernel, { port: 0, host: '127.0.0.1' })
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
const traces: Record<string, unknown> = {}
for (const [name, sample] of Object.entries(samples)) traces[name] = await trace(sample)
console.log(JSON.stringify(traces))
session.disconnect()
agent.destroy()
await server.close()

/** Counts the frames between the socket and the method that calls this function. */
function entered<T>(value: T): T {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = Infinity
  const { stack = '' } = new Error('Counted.')
  Error.stackTraceLimit = limit
  frames = stack.split('\n').filter((line) => line.includes('/packages/core/src/')).length
  return value
}

/** The files of the framework whose functions a request calls, once all of them are compiled, and its calls and frames. */
async function trace(sample: Sample) {
  for (let count = 0; count < 3; count += 1) await send(sample)
  await session.post('Profiler.takePreciseCoverage')
  await send(sample)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const files: string[] = []
  let calls = 0
  for (const { url, functions } of result) {
    if (!url.startsWith('file:') || !fileURLToPath(url).startsWith(folder)) continue
    const counts = functions.map(({ ranges }) => ranges[0]?.count ?? 0)
    const sum = counts.reduce((total, count) => total + count, 0)
    calls += sum
    if (sum > 0) files.push(relative(folder, fileURLToPath(url)).replaceAll('\\', '/'))
  }
  return { files: files.toSorted(), calls, frames }
}

function send(sample: Sample): Promise<void> {
  const { method, path, headers = {}, status = 200 } = sample
  const { port } = server
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', method, path, headers, agent }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += chunk))
      response.on('end', () => {
        if (text === sample.response && response.statusCode === status) resolve()
        else reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`))
      })
    })
    sent.on('error', reject)
    sent.end(sample.body)
  })
}
