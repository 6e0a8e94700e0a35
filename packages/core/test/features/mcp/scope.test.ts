import { Container, Kernel, McpResource, McpTool, Router } from '@fw/core'
import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { McpTestClient } from '@fw/core/testing'
import { describe, expect, test } from 'vitest'
import { legacyPost, type Json } from './serving.ts'

let opened = 0
const events: string[] = []

class Unit {
  readonly number = (opened += 1)

  close(): void {
    events.push(`closed ${this.number}`)
  }
}

class Scoped {
  constructor(private readonly unit: Unit) {}

  @McpTool('number', 'Tells which unit of work serves the call.')
  async number(): Promise<number> {
    await Promise.resolve()
    events.push(`called ${this.unit.number}`)
    return this.unit.number
  }

  @McpResource('app://number', 'number', 'The same.')
  resource(): string {
    return String(this.unit.number)
  }

  @McpTool('break', 'Fails.')
  break(): void {
    throw new Error('broken')
  }
}

function registryOf(type: Parameters<McpRegistry['register']>[0]): McpRegistry {
  return new McpRegistry().register(type)
}

describe('a class with request-scoped dependencies', () => {
  const container = new Container().bind(Unit, () => new Unit(), { scope: 'request' }).boot()
  const server = new McpServer(registryOf(Scoped), new McpDispatcher(container))

  test('is created for each message, and disposed after it', async () => {
    const client = new McpTestClient(server)
    const numbers = [await client.callTool('number'), await client.callTool('number')]
    expect(numbers.map(({ content }) => content[0]?.['text'])).toEqual(['1', '2'])
    expect((await client.readResource('app://number'))[0]?.text).toBe('3')
    expect((await client.callTool('break')).isError).toBe(true)
    expect(events).toEqual(['called 1', 'closed 1', 'called 2', 'closed 2', 'closed 3', 'closed 4'])
  })

  test('is created for each message of a batch', async () => {
    const kernel = new Kernel(container, new Router(), { mcp: server })
    const call = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'number' },
    })
    const responses = await (await kernel.fetch(legacyPost([call(1), call(2)]))).json()
    expect(responses.map((response: Json) => response.result.content[0].text)).toEqual(['5', '6'])
  })
})

describe('a class that needs the request', () => {
  class Caller {
    constructor(private readonly request: Request) {}

    @McpTool('agent', 'Tells who is calling.')
    agent(): string {
      return this.request.headers.get('user-agent') ?? 'unknown'
    }
  }
  const server = new McpServer(registryOf(Caller), new McpDispatcher(new Container().boot()))

  test('receives it over HTTP', async () => {
    const kernel = new Kernel(new Container().boot(), new Router(), { mcp: server })
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'agent' } }
    const response = await kernel.fetch(legacyPost(call, { 'user-agent': 'test' }))
    expect((await response.json()).result.content[0].text).toBe('test')
  })

  test('cannot be called without it', async () => {
    expect((await new McpTestClient(server).callTool('agent')).isError).toBe(true)
  })
})

test('a class that cannot be instantiated throws when the server is created', () => {
  abstract class Store {
    abstract get(): string
  }
  class Needy {
    constructor(private readonly store: Store) {}

    @McpTool('get', 'Gets.')
    get(): string {
      return this.store.get()
    }
  }
  const compose = () => new McpServer(registryOf(Needy), new McpDispatcher(new Container().boot()))
  expect(compose).toThrow('Cannot build Needy: Store is abstract')
})
