import { Agent, request } from 'node:http'
import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Body, Config, Container, Get, Kernel, NotBlank, Post, Router } from 'fw'
import { serve } from 'fw/node'

class Order {
  constructor(
    @NotBlank() readonly customer: string,
    readonly lines: number[],
  ) {}
}

class Orders {
  @Get('/orders/{id}')
  show(id: number) {
    return { id }
  }

  @Post('/orders')
  create(@Body() order: Order) {
    return order
  }
}

const container = new Container().instance(Config, Config.of({})).boot()
const kernel = new Kernel(container, new Router().register(Orders))
const server = await serve(kernel, { port: 0, host: '127.0.0.1' })
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
const body = JSON.stringify({ customer: 'Ada', lines: [1, 2] })
console.log(
  JSON.stringify({
    get: await trace('GET', '/orders/7', '{"id":7}'),
    post: await trace('POST', '/orders', body, body),
  }),
)
session.disconnect()
agent.destroy()
await server.close()

/** The files of the framework whose functions an answer calls, once all of them are compiled. */
async function trace(
  method: string,
  path: string,
  expected: string,
  sent?: string,
): Promise<string[]> {
  for (let count = 0; count < 3; count += 1) await ask(method, path, expected, sent)
  await session.post('Profiler.takePreciseCoverage')
  await ask(method, path, expected, sent)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const folder = fileURLToPath(new URL('../../packages/framework/src', import.meta.url))
  return result
    .filter(({ url, functions }) => {
      const isCalled = functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
      return isCalled && url.startsWith('file:') && fileURLToPath(url).startsWith(folder)
    })
    .map(({ url }) => relative(folder, fileURLToPath(url)))
    .toSorted()
}

function ask(method: string, path: string, expected: string, sent?: string): Promise<void> {
  const { port } = server
  const headers = sent === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', method, path, headers, agent }, (answer) => {
      let text = ''
      answer.on('data', (piece) => (text += piece))
      answer.on('end', () => {
        if (text === expected) resolve()
        else reject(new Error(`${method} ${path} answered ${text}.`))
      })
    })
    asked.on('error', reject)
    asked.end(sent)
  })
}
