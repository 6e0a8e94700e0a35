import {
  Config,
  Container,
  Get,
  Logger,
  type int,
  Kernel,
  type KernelOptions,
  Post,
  Router,
  TextResponse,
  type Reply,
} from '@fw/core'
import { expect, test } from 'vitest'
import { OrderReceipt } from './fixtures/shop.ts'

interface Point {
  readonly x: int
  readonly label?: 'a' | 'b'
}

/** Returns what its types do not say. */
class Liar {
  @Get('/points')
  points(): Point[] {
    return [{ x: 1, label: 'a' }, { x: 2.5 }]
  }

  @Get('/label')
  label(): Promise<Point> {
    return Promise.resolve({ x: 1, label: 'c' } as unknown as Point)
  }

  @Get('/missing')
  missing(): Point {
    return { label: 'a' } as Point
  }

  @Get('/union')
  union(): Point | string[] {
    return ['a', 7 as unknown as string]
  }

  @Get('/receipt')
  receipt(): OrderReceipt {
    return { ...new OrderReceipt('x', 1, new Date(), [], null), extra: true } as OrderReceipt
  }

  @Get('/nothing')
  nothing(): string {
    return undefined as unknown as string
  }

  @Post('/void')
  void(): void {
    return 'something' as unknown as undefined
  }
}

/** Returns what its types say. */
class Honest {
  @Get('/point')
  point(): Point | null {
    return { x: 1 }
  }

  @Get('/reply')
  reply(): Point | Reply {
    return TextResponse.create('no point')
  }

  @Get('/open')
  open(): unknown {
    return undefined
  }

  @Get('/undeclared')
  undeclared() {
    return { anything: 1n }
  }

  @Get('/maybe')
  maybe(): string | undefined {
    return undefined
  }

  @Get('/stream')
  async *stream(): AsyncGenerator<string> {
    yield 'a'
  }
}

class Recorder extends Logger {
  readonly lines: unknown[] = []

  debug(): void {}
  info(): void {}
  warn(): void {}
  error(message: string, details?: Record<string, unknown>): void {
    this.lines.push([message, details])
  }
}

function createKernel(options: KernelOptions, settings: Record<string, string> = {}) {
  const recorder = new Recorder()
  const container = new Container().instance(Config, Config.of(settings))
  container.instance(Logger, recorder).boot()
  const router = new Router().register(Liar).register(Honest)
  return { recorder, kernel: new Kernel(container, router, options) }
}

const remedy = 'Return a value of the declared type, or change the type.'

test.for([
  ['GET', '/points', 'Liar.points returned 2.5 at "1.x", declared as integer.'],
  ['GET', '/label', 'Liar.label returned "c" at "label", declared as one of "a", "b".'],
  ['GET', '/missing', 'Liar.missing returned {"label":"a"}, declared as an object with "x".'],
  ['GET', '/union', 'Liar.union returned 7 at "1", declared as string.'],
  ['GET', '/receipt', 'Liar.receipt returned "x" at "id", declared as a string of format uuid.'],
  ['GET', '/nothing', 'Liar.nothing returned nothing, declared as data.'],
  ['POST', '/void', 'Liar.void returned "something", declared as void.'],
] as const)('%s %s: %s', async ([method, path, difference]) => {
  const { kernel, recorder } = createKernel({ validateResponses: true })

  const response = await kernel.fetch(new Request(`http://localhost${path}`, { method }))

  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({ error: `${difference} ${remedy}` })
  expect(recorder.lines).toEqual([
    [
      'A request failed.',
      expect.objectContaining({
        error: expect.objectContaining({ message: `${difference} ${remedy}` }),
      }),
    ],
  ])
})

test.for(['/point', '/reply', '/open', '/undeclared', '/maybe', '/stream'])(
  'values that match their declaration are sent: %s',
  async (path) => {
    const { kernel, recorder } = createKernel({ validateResponses: true })

    const response = await kernel.fetch(new Request(`http://localhost${path}`))

    expect(response.ok).toBe(true)
    expect(recorder.lines).toEqual([])
  },
)

test('without the option, nothing is compared', async () => {
  const { kernel } = createKernel({ validateResponses: false })

  expect((await kernel.fetch(new Request('http://localhost/label'))).status).toBe(200)
})

test('the configuration is used if the program does not set the option', async () => {
  const statusOf = async (setting: string, options: KernelOptions = {}) => {
    const { kernel } = createKernel(options, { FW_VALIDATE_RESPONSES: setting })
    return (await kernel.fetch(new Request('http://localhost/label'))).status
  }
  expect(await statusOf('true')).toBe(500)
  expect(await statusOf('false')).toBe(200)
  expect(await statusOf('true', { validateResponses: false })).toBe(200)
})
