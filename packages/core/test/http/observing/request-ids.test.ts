import { setTimeout as sleep } from 'node:timers/promises'
import {
  Config,
  Container,
  currentContext,
  Get,
  JsonLogger,
  Kernel,
  Logger,
  Router,
} from '@fw/core'
import { MemoryQueue, Queue, Worker, type Job } from '@fw/queue'
import { expect, test } from 'vitest'

const trace = '0af7651916cd43dd8448eb211c80319c'

class Note implements Job {
  constructor(readonly text: string) {}
  handle(logger: Logger) {
    logger.info(this.text)
  }
}

class Orders {
  constructor(
    private readonly logger: Logger,
    private readonly queue: Queue,
  ) {}

  @Get('/orders/{id}')
  async show(id: string) {
    await sleep(1)
    this.logger.info('Shown', { id })
    await this.queue.push(new Note('noted'))
    return currentContext() ?? null
  }

  @Get('/fails')
  fails() {
    throw new Error('no')
  }
}

function open(config: Record<string, string>) {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  const queue = new MemoryQueue()
  const container = new Container()
    .instance(Config, Config.of(config))
    .instance(Logger, new JsonLogger({ write }))
    .instance(Queue, queue)
    .boot()
  const kernel = new Kernel(container, new Router().register(Orders))
  const ask = (path: string, headers: Record<string, string> = {}) =>
    kernel.fetch(new Request(`http://localhost${path}`, { headers }))
  return { lines, ask, queue, container }
}

test('each line of a request has its id, and other lines do not', async () => {
  const { ask, lines } = open({ FW_REQUEST_ID: 'true' })
  const answers = await Promise.all([ask('/orders/1'), ask('/orders/2'), ask('/fails')])
  const ids = answers.map((answer) => answer.headers.get('x-request-id'))
  expect(new Set(ids).size).toBe(3)
  expect(await answers[0].json()).toEqual({ requestId: ids[0] })
  const idOf = (id: string) => lines.find((line) => line['id'] === id)?.['requestId']
  expect([idOf('1'), idOf('2')]).toEqual(ids.slice(0, 2))
  expect(lines.find((line) => line['message'] === 'A request failed.')?.['requestId']).toBe(ids[2])
})

test('a job has the id of the request that pushed it', async () => {
  const { ask, lines, queue, container } = open({ FW_REQUEST_ID: 'true' })
  const answer = await ask('/orders/1', { traceparent: `00-${trace}-b7ad6b7169203331-01` })
  const stop = new AbortController()
  const working = new Worker(queue, container).run(stop.signal)
  await expect.poll(() => lines.some(({ message }) => message === 'noted')).toBe(true)
  stop.abort()
  await working
  expect(lines.find(({ message }) => message === 'noted')).toMatchObject({
    requestId: answer.headers.get('x-request-id'),
    traceId: trace,
    jobId: '1',
  })
})

test.each([
  [`00-${trace}-b7ad6b7169203331-01`, trace],
  [`cc-${trace}-b7ad6b7169203331-01-later`, trace],
  [`00-${trace}-b7ad6b7169203331-01-later`, undefined],
  [`ff-${trace}-b7ad6b7169203331-01`, undefined],
  [`00-${'0'.repeat(32)}-b7ad6b7169203331-01`, undefined],
  [`00-${trace}-${'0'.repeat(16)}-01`, undefined],
  [`00-${trace.toUpperCase()}-b7ad6b7169203331-01`, undefined],
  ['-'.repeat(10_000), undefined],
])('the traceparent %# names the trace only if it is valid', async (traceparent, traceId) => {
  const { ask } = open({ FW_REQUEST_ID: 'true' })
  const context = (await (await ask('/orders/1', { traceparent })).json()) as { traceId?: string }
  expect(context.traceId).toBe(traceId)
})

test('without ids there is no context', async () => {
  const { ask, lines } = open({})
  expect(await (await ask('/orders/1')).json()).toBeNull()
  expect(lines[0]).toEqual({ level: 'info', time: expect.any(String), message: 'Shown', id: '1' })
})

test('a slow request is logged as a warning, even without the access log', async () => {
  const { ask, lines } = open({ FW_SLOW_REQUEST: '1ms' })
  await (await ask('/orders/1')).text()
  await expect.poll(() => lines.at(-1)?.['message']).toBe('A request was slow.')
  expect(lines.at(-1)).toMatchObject({ level: 'warn', path: '/orders/1', status: 200 })
  const patient = open({ FW_SLOW_REQUEST: '1h' })
  await (await patient.ask('/orders/1')).text()
  await sleep(20)
  expect(patient.lines).toHaveLength(1)
})
