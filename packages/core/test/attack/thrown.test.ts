import { PassThrough } from 'node:stream'
import { createInterface } from 'node:readline'
import {
  Command,
  CommandRegistry,
  Config,
  Container,
  EventDispatcher,
  EventListenerRegistry,
  Get,
  JsonLogger,
  Kernel,
  Listener,
  Logger,
  McpResource,
  McpTool,
  Router,
  toError,
  type int,
} from '@fw/core'
import { CommandRunner } from '@fw/core/console'
import { McpDispatcher, McpRegistry, McpServer, serveStdio } from '@fw/core/mcp'
import { integer, sample } from 'fast-check'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startServer } from '../http/serving.ts'
import type { Json } from '../features/mcp/serving.ts'
import { hostileThrown, plainHostileThrown } from './hostile-thrown.ts'

class Happening {
  constructor(readonly seed: number) {}
}

class Thrower {
  constructor(private readonly events: EventDispatcher) {}

  @Get('/now/{seed}')
  now(seed: int): never {
    throw hostileThrown(seed).value
  }

  @Get('/later/{seed}')
  async later(seed: int) {
    await Promise.resolve()
    throw hostileThrown(seed).value
  }

  @Get('/streamed/{seed}')
  async *streamed(seed: int) {
    yield 'one'
    throw hostileThrown(seed).value
  }

  @Get('/event/{seed}')
  async event(seed: int) {
    await this.events.dispatch(new Happening(seed))
  }

  @Listener() hear(happening: Happening): never {
    throw hostileThrown(happening.seed).value
  }

  @McpTool('use_now', 'Throws at once.') useNow(seed: int): never {
    throw hostileThrown(seed).value
  }

  @McpTool('use_later', 'Throws later.') async useLater(seed: int) {
    await Promise.resolve()
    throw hostileThrown(seed).value
  }

  @McpResource('hostile://{seed}', 'hostile', 'Throws.') async read(seed: int) {
    await Promise.resolve()
    throw hostileThrown(seed).value
  }

  @Command('throw') async throw(seed: int) {
    await Promise.resolve()
    throw hostileThrown(seed).value
  }
}

/** One for each request. */
class ScopedThrower {
  readonly url: string

  constructor(request: Request) {
    this.url = request.url
  }

  @Get('/scoped/{seed}')
  async scoped(seed: int) {
    await Promise.resolve()
    throw hostileThrown(seed).value
  }
}

/** The loggers of each failure. The second one fails itself. */
const loggers: Record<string, () => Logger> = {
  JsonLogger: () => new JsonLogger({ write: (line) => void JSON.parse(line) }),
  'a logger that throws': () =>
    new JsonLogger({
      write: () => {
        throw hostileThrown(29).value
      },
    }),
}

describe.each(Object.entries(loggers))('for any thrown value, reported to %s,', (_name, logger) => {
  const events = new EventListenerRegistry()
  const container = new Container()
    .instance(Config, Config.of({}))
    .instance(Logger, logger())
    .instance(EventListenerRegistry, events.register(Thrower))
    .boot()
  const tools = new McpRegistry().register(Thrower)
  const mcp = new McpServer(tools, new McpDispatcher(container), { logger: container.get(Logger) })
  const router = new Router().register(Thrower).register(ScopedThrower)
  const kernel = new Kernel(container, router, { mcp })

  // Values that cannot be logged are written there.
  beforeEach(() => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    return () => told.mockRestore()
  })

  test('a route responds with an error, and a stream ends', async () => {
    const address = `http://127.0.0.1:${await startServer(kernel)}`
    await forAll(async (seed) => {
      for (const way of ['now', 'later', 'scoped', 'event']) {
        const response = await fetch(`${address}/${way}/${seed}`)
        expect(response.status).toBeGreaterThanOrEqual(400)
        expect(await response.json()).toBeTypeOf('object')
        const answer = await kernel.fetch(new Request(`http://localhost/${way}/${seed}`))
        expect(answer.status).toBe(response.status)
      }
      // An error for the client is the last event; any other error cuts the connection.
      const stream = (await fetch(`${address}/streamed/${seed}`)).text()
      const ending = await stream.catch(() => 'cut')
      expect(ending).toMatch(/^cut$|\n\nevent: fw:error\ndata: \{.*\}\n\n$/)
    })
  })

  test('a tool and a resource respond over HTTP and over stdio', async () => {
    const overHttp = async (message: object) => {
      const headers = { 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify(message) }
      return (await kernel.fetch(new Request('http://localhost/mcp', init))).json()
    }
    const overStdio = startStdio(mcp)
    await forAll(async (seed) => {
      for (const method of [
        ['tools/call', { name: 'use_now', arguments: { seed } }],
        ['tools/call', { name: 'use_later', arguments: { seed } }],
        ['resources/read', { uri: `hostile://${seed}` }],
      ] as const) {
        const message = { jsonrpc: '2.0', id: seed, method: method[0], params: method[1] }
        for (const send of [overHttp, overStdio]) {
          const { result, error } = await send(message)
          const told = method[0] === 'tools/call' ? result.content[0].text : error.message
          expect(told).toBeTypeOf('string')
        }
      }
    })
  })

  test('a command ends with exit code 1, and prints the thrown value', async () => {
    const commands = new CommandRegistry().register(Thrower)
    await forAll(async (seed) => {
      let told = ''
      const stderr = { write: (text: string) => (told += text) }
      const runner = new CommandRunner(commands, container, { stdout: stderr, stderr })
      expect(await runner.run(['throw', String(seed)])).toBe(1)
      expect(told).toMatch(/^\S[^]*\n$/)
    })
  })
})

test('the log accepts any thrown value, as an error and as details', async () => {
  let lines: string[] = []
  const log = new JsonLogger({ write: (line) => void lines.push(line) })
  await forAll(async (seed) => {
    lines = []
    log.error('It failed.', { error: hostileThrown(seed).value })
    log.error('It failed.', hostileThrown(seed).value as Error)
    expect(lines.map((line) => JSON.parse(line).message)).toHaveLength(2)
  })
})

test('the error for any thrown value has a name and a message, however often they are read', () => {
  for (const seed of sample(integer({ min: 0, max: 1e9 }), 20_000)) {
    const { label, value } = hostileThrown(seed)
    const error = toError(value)
    for (let read = 0; read < 3; read += 1) {
      expect([typeof error.name, typeof error.message], label).toEqual(['string', 'string'])
    }
  }
})

/** Tries the values that are no errors, and random spoilt errors. */
async function forAll(check: (seed: number) => Promise<void>): Promise<void> {
  const seeds = Array.from({ length: plainHostileThrown }, (_, seed) => seed)
  const onceWrong = [560_736_605, 122_972_843, 168_985_937]
  const others = integer({ min: plainHostileThrown, max: 1e9 })
  for (const seed of [...seeds, ...onceWrong, ...sample(others, 100)]) {
    await check(seed).catch((cause: unknown) => {
      throw new Error(`${seed}: ${hostileThrown(seed).label}`, { cause })
    })
  }
}

function startStdio(server: McpServer): (message: object) => Promise<Json> {
  const input = new PassThrough()
  const output = new PassThrough()
  void serveStdio(server, { input, output })
  onTestFinished(() => void input.end())
  const lines = createInterface(output)[Symbol.asyncIterator]()
  return async (message) => {
    input.write(`${JSON.stringify(message)}\n`)
    return JSON.parse((await lines.next()).value as string)
  }
}
