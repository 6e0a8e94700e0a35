import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Application,
  Get,
  HttpError,
  HttpRequest,
  Provides,
  Reply,
  Stage,
  Use,
  Without,
  type ReplyOrResponse,
  type Middleware,
  type Next,
  type StageName,
} from '@fw/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { transports, kernelOf, useTransport, type Serving } from '../serving.ts'

type Handle = (next: Next, request: HttpRequest) => ReplyOrResponse | Promise<ReplyOrResponse>

/** True if streams have ended. */
let ended: string[] = []

/** A kernel whose routes have a middleware around them that does `handle`, in a stage. */
function wrapIn(handle: Handle, stage: StageName = 'handle'): Serving {
  ended = []
  @Stage(stage)
  class Hostile implements Middleware {
    handle(request: HttpRequest, next: Next) {
      return handle(next, request)
    }
  }
  @Application()
  @Use(Hostile)
  class App {}
  class Pages {
    @Get('/now')
    now() {
      return 'now'
    }

    @Get('/soon')
    async soon() {
      await sleep(1)
      return 'soon'
    }

    @Get('/fails')
    async fails() {
      await sleep(1)
      throw new Error('Too late.')
    }

    @Get('/events')
    events(): AsyncIterable<string> {
      return {
        [Symbol.asyncIterator]: () => ({
          next: async () => ({ value: 'x', done: false }),
          return: async () => {
            ended.push('events')
            return { value: undefined, done: true }
          },
        }),
      }
    }

    @Get('/response')
    response() {
      const body = new ReadableStream({ cancel: () => void ended.push('response') })
      return new Response(body)
    }

    @Get('/later')
    async later() {
      await sleep(1)
      return new Response(new ReadableStream({ cancel: () => void ended.push('later') }))
    }
  }
  return kernelOf([App, Pages])
}

const boom = () => {
  throw new Error('Boom.')
}

const ways: Record<string, Handle> = {
  'before next': boom,
  'before next, later': async () => {
    await sleep(1)
    return boom()
  },
  'in change': (next) => next(boom),
  'in change, later': (next) =>
    next(async () => {
      await sleep(1)
      return boom()
    }),
  'after next': async (next) => {
    await next()
    return boom()
  },
  'after next, without waiting': (next) => {
    void next()
    return boom()
  },
}

const stages: StageName[] = ['observe', 'respond', 'admit', 'authenticate', 'handle']

describe.each(stages)('a middleware of the stage %s that throws', (stage) => {
  test.each(Object.keys(ways))('%s is a 500, is logged once, and ends the stream', async (way) => {
    const { kernel, log } = wrapIn(ways[way] as Handle, stage)
    for (const path of ['/now', '/soon', '/events', '/response', '/later']) {
      log.errors.length = 0
      ended = []
      const found = await kernel.fetch(new Request(`http://localhost${path}`))
      expect([found.status, await found.text()]).toEqual([
        500,
        '{"error":"Internal server error."}',
      ])
      expect(log.errors).toHaveLength(1)
      expect(String(log.errors[0] && (log.errors[0] as { error: unknown }).error)).toBe(
        'Error: Boom.',
      )
      const isStreamed = ['/events', '/response', '/later'].includes(path)
      if (isStreamed && !way.startsWith('before')) {
        await expect.poll(() => ended).toEqual([path.slice(1)])
      }
    }
  })
})

const replaced: Record<string, Handle> = {
  'another reply': async (next) => {
    await next()
    return Reply.text('instead')
  },
  'another reply by change': (next) => next(() => Reply.text('instead')),
  'another reply without waiting': (next) => {
    void next()
    return Reply.text('instead')
  },
  'another body': (next) => next((reply) => reply.withBody('instead')),
  'another stream, and then another reply': async (next) => {
    const other = new ReadableStream({ cancel: () => void ended.push('other') })
    await next((reply) => reply.withBody(other))
    return Reply.text('instead')
  },
}

describe.each(transports)('through %s', (_name, open) => {
  describe.each(Object.keys(replaced))('a stream that is replaced by %s', (way) => {
    const { kernel, log } = wrapIn(replaced[way] as Handle)
    const ask = useTransport(open, kernel)

    test.each(['/events', '/response', '/later'])('is ended: %s', async (path) => {
      ended = []
      const found = await ask(path)
      expect([found.status, await found.text()]).toEqual([200, 'instead'])
      await expect.poll(() => ended).toContain(path.slice(1))
      if (way.startsWith('another stream')) expect(ended).toContain('other')
      expect(log.errors).toEqual([])
    })
  })

  describe('a middleware that returns a body that was already read', () => {
    const kept = new Response('once')
    const { kernel, log } = wrapIn(async (next, { path }) => {
      if (path === '/now') {
        if (!kept.bodyUsed) await kept.text()
        return kept
      }
      const reply = await next()
      ;(reply.body as ReadableStream).getReader()
      return reply
    })
    const ask = useTransport(open, kernel)

    test.each(['/now', '/response'])('gets an error: %s', async (path) => {
      log.errors.length = 0
      const found = await ask(path)
      expect([found.status, await found.text()]).toEqual([
        500,
        '{"error":"Internal server error."}',
      ])
      expect(String((log.errors[0] as { error: unknown }).error)).toMatch(
        /^BodyAlreadyRead: The body of the response was already read/,
      )
    })
  })

  describe('a middleware that responds without waiting for a late failure', () => {
    const { kernel, log } = wrapIn((next) => {
      void next()
      return Reply.text('early')
    })
    const ask = useTransport(open, kernel)

    test('gets a response, and the failure is logged', async () => {
      expect(await (await ask('/fails')).text()).toBe('early')
      await expect.poll(() => log.errors).toMatchObject([{ error: { message: 'Too late.' } }])
      expect(await (await ask('/now')).text()).toBe('early')
    })
  })

  describe('a middleware that never responds', () => {
    const aborted: unknown[] = []
    const { kernel } = wrapIn((_next, request) => {
      request.onSent((sent) => aborted.push(sent))
      return new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(new Error('left')))
      })
    })
    const ask = useTransport(open, kernel)

    test('ends when the client disconnects', async () => {
      const leaving = new AbortController()
      const asked = ask('/now', { signal: leaving.signal }).catch((error: unknown) => error)
      await sleep(30)
      leaving.abort()
      await asked
      await expect.poll(() => aborted).toMatchObject([{ aborted: true }])
    })
  })
})

test('the file of a replaced reply is closed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fw-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'large.bin')
  await writeFile(file, new Uint8Array(1024 * 1024))
  class Instead implements Middleware {
    async handle(_request: HttpRequest, next: Next) {
      await next()
      return Reply.text('instead')
    }
  }
  class Files {
    @Use(Instead)
    @Get('/file')
    file() {
      return Reply.file(file)
    }
  }
  const { kernel } = kernelOf([Files])
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => kernel.fetch(new Request('http://localhost/file'))),
  )
  for (const response of responses) expect(await response.text()).toBe('instead')
  await expect.poll(() => openFiles(file)).toBe(0)
})

async function openFiles(file: string): Promise<number> {
  if (process.platform !== 'linux') return 0
  const names = await readdir('/proc/self/fd')
  const links = names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => ''))
  return (await Promise.all(links)).filter((link) => link === file).length
}

class Ticket {
  constructor(readonly id: string) {}
}

@Stage('authenticate')
@Provides(Ticket)
class Ticketed implements Middleware {
  async handle(request: HttpRequest, next: Next) {
    await sleep(Math.random() * 5)
    request.provide(Ticket, new Ticket(request.query))
    return next(async (reply) => {
      await sleep(Math.random() * 5)
      return reply.withHeader('x-ticket', request.get(Ticket).id)
    })
  }
}

class Desk {
  constructor(readonly ticket: Ticket) {}

  @Use(Ticketed)
  @Get('/desk')
  async desk(ticket: Ticket) {
    await sleep(Math.random() * 5)
    return [ticket.id, this.ticket.id]
  }
}

test('ten thousand concurrent requests keep their values separate', async () => {
  const { kernel } = kernelOf([Desk])
  const ids = Array.from({ length: 10_000 }, (_, index) => String(index))
  const wrong = await Promise.all(
    ids.map(async (id) => {
      const found = await kernel.fetch(new Request(`http://localhost/desk?${id}`))
      const [one, other] = (await found.json()) as string[]
      return [one, other, found.headers.get('x-ticket')].some((each) => each !== id)
    }),
  )
  expect(wrong.filter(Boolean)).toEqual([])
})

const life: string[] = []

/** Exists once per request, as it takes the request. */
class Unit implements AsyncDisposable {
  readonly id: string

  constructor(request: HttpRequest) {
    this.id = request.query
    life.push(`${this.id} begins`)
  }

  async [Symbol.asyncDispose]() {
    life.push(`${this.id} ends`)
  }
}

class InUnit implements Middleware {
  constructor(private readonly unit: Unit) {}

  handle(request: HttpRequest, next: Next) {
    life.push(`${this.unit.id} ${request.method}`)
    return next()
  }
}

class Streams {
  constructor(private readonly unit: Unit) {}

  @Use(InUnit)
  @Get('/stream')
  async *stream() {
    for (const part of ['a', 'b']) {
      yield part
      life.push(`${this.unit.id} ${part}`)
    }
  }

  @Use(InUnit)
  @Get('/refused')
  refused() {
    throw new HttpError(409, this.unit.id)
  }
}

describe.each(transports)('one scope, through %s', (_name, open) => {
  const ask = useTransport(open, kernelOf([Streams]).kernel)

  test('is shared by middleware and controller until the last byte', async () => {
    life.length = 0
    await (await ask('/stream?1')).text()
    expect(life).toEqual(['1 begins', '1 GET', '1 a', '1 b', '1 ends'])
  })

  test('ends if the method throws', async () => {
    life.length = 0
    expect(await (await ask('/refused?2')).json()).toEqual({ error: '2' })
    expect(life).toEqual(['2 begins', '2 GET', '2 ends'])
  })

  test('ends if HEAD drops the stream', async () => {
    life.length = 0
    await ask('/stream?3', { method: 'HEAD' })
    await expect.poll(() => life).toEqual(['3 begins', '3 HEAD', '3 ends'])
  })

  test('ends if the client disconnects', async () => {
    life.length = 0
    const found = await ask('/stream?4')
    await found.body?.cancel()
    await expect.poll(() => life.at(-1)).toBe('4 ends')
  })
})

describe('a subclass', () => {
  const trail: string[] = []
  class Traced implements Middleware {
    handle(_request: HttpRequest, next: Next) {
      trail.push(this.constructor.name)
      return next()
    }
  }
  class One extends Traced {}
  class Two extends Traced {}

  @Use(One)
  abstract class Base {
    @Get('/inherited')
    inherited() {
      return 'inherited'
    }
  }

  const trailOf = async (type: typeof Base, path = '/inherited') => {
    trail.length = 0
    const { kernel } = kernelOf([type as never])
    expect((await kernel.fetch(new Request(`http://localhost${path}`))).status).toBe(200)
    return trail
  }

  test('inherits the middleware of its parent', async () => {
    class Plain extends Base {}
    expect(await trailOf(Plain)).toEqual(['One'])
  })

  test('adds its own middleware inside', async () => {
    @Use(Two, One)
    class More extends Base {}
    expect(await trailOf(More)).toEqual(['One', 'Two'])
  })

  test('may remove inherited middleware', async () => {
    @Without(One)
    @Use(Two)
    class Less extends Base {}
    expect(await trailOf(Less)).toEqual(['Two'])
  })

  test('never removes middleware of the same level', () => {
    @Use(Two)
    @Without(Two)
    class Both extends Base {}
    expect(() => kernelOf([Both])).toThrow(
      /^Both \(.*\): @Without\(Two\) has no effect: neither the parent class nor the application adds it\./,
    )
  })
})

test('a class that is used on all three levels runs once', async () => {
  let count = 0
  class Counts implements Middleware {
    handle(_request: HttpRequest, next: Next) {
      count += 1
      return next()
    }
  }
  @Application()
  @Use(Counts)
  class App {}
  @Use(Counts)
  class Page {
    @Use(Counts, Counts)
    @Get('/')
    page() {
      return 'page'
    }
  }
  await kernelOf([App, Page]).kernel.fetch(new Request('http://localhost/'))
  expect(count).toBe(1)
})
