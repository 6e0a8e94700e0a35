import { McpHeader, McpResource, McpTool, MinLength, UnusableType, type int } from '@fw/core'
import {
  DuplicateResource,
  DuplicateTool,
  InvalidResource,
  InvalidTool,
  McpRegistry,
  ProgressReporter,
} from '@fw/core/mcp'
import { McpTestClient } from '@fw/core/testing'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { Key, Page, Payment, Status } from '../openapi/fixtures/named-types.ts'
import { Workshop } from './fixtures/workshop.ts'
import { serverOf } from './serving.ts'

const client = new McpTestClient(serverOf([Workshop]))
const toolNamed = async (name: string) =>
  (await client.listTools()).find((tool) => tool['name'] === name)

describe('a registered class', () => {
  test('lists its tools with the data of their decorators', async () => {
    expect(await toolNamed('greet')).toEqual({
      name: 'greet',
      title: 'Greeting',
      description: 'Greets somebody.',
      inputSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', maxLength: 5 },
          times: { type: 'integer', default: 1 },
        },
        required: ['name'],
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    })
  })

  test('publishes self-contained schemas of arguments and results', async () => {
    const order = await toolNamed('order')
    expect(order?.['inputSchema']).toEqual({
      type: 'object',
      properties: { order: { $ref: '#/$defs/Order' } },
      required: ['order'],
      $defs: {
        Order: {
          type: 'object',
          properties: {
            customer: { type: 'string', minLength: 3 },
            parts: { type: 'array', items: { $ref: '#/$defs/Part' } },
            note: { type: 'string' },
          },
          required: ['customer', 'parts'],
        },
        Part: {
          type: 'object',
          properties: { sku: { type: 'string' }, count: { type: 'integer', default: 1 } },
          required: ['sku'],
        },
      },
    })
    expect(order?.['outputSchema']).toMatchObject({
      type: 'object',
      properties: { customer: { type: 'string' }, total: { type: 'integer' } },
      required: ['customer', 'total', 'at'],
    })
    const { structuredContent } = await client.callTool('order', {
      order: { customer: 'Ada', parts: [] },
    })
    const ajv = new Ajv2020({ formats: { 'date-time': true } })
    expect(ajv.validate(order?.['outputSchema'] as object, structuredContent)).toBe(true)
  })

  test('publishes no arguments for injected parameters', async () => {
    const properties = async (name: string) => {
      const { inputSchema } = (await toolNamed(name)) as { inputSchema: { properties: object } }
      return Object.keys(inputSchema.properties)
    }
    expect(await properties('count')).toEqual(['to', 'pause'])
    expect(await properties('wait')).toEqual([])
  })

  test('lists its resources with the data of their decorators', async () => {
    const [manual, photo] = await client.listResources()
    expect(manual).toEqual({
      uri: 'app://manual',
      name: 'manual',
      title: 'Manual',
      description: 'How to use the workshop.',
      mimeType: 'text/markdown',
      annotations: { audience: ['user'], priority: 0.5 },
    })
    expect(photo).toMatchObject({ mimeType: 'application/octet-stream' })
  })

  test('lists the resources with placeholders as templates', async () => {
    const templates = await client.listResourceTemplates()
    expect(templates.map((template) => template['uriTemplate'])).toEqual([
      'app://parts/{id}',
      'app://files/{+path}',
    ])
    expect(templates[0]).toMatchObject({ name: 'part', mimeType: 'application/json' })
    const uris = (await client.listResources()).map((resource) => resource['uri'])
    expect(uris).toEqual(['app://manual', 'app://photo', 'app://broken'])
  })

  test('is found in the registry, and one without decorators is ignored', () => {
    class Plain {
      @McpTool('inner', 'A tool.') tool(): void {}
    }
    class Child extends Plain {}
    class Empty {
      constructor(readonly text: string) {}
    }
    const registry = new McpRegistry().register(Child).register(Empty)
    expect([...registry.tools.keys()]).toEqual(['inner'])
    expect(registry.resources).toEqual([])
    expect([...registry.classes]).toEqual([Child])
  })
})

test('a recursive class is a definition that refers to itself', async () => {
  class Leaf {
    constructor(
      readonly name: string,
      readonly children: Leaf[] = [],
    ) {}
  }
  class Tree {
    @McpTool('grow', 'Grows.') grow(leaf: Leaf): Leaf {
      return leaf
    }
  }
  const [tool] = await new McpTestClient(serverOf([Tree])).listTools()
  for (const schema of [tool?.['inputSchema'], tool?.['outputSchema']]) {
    const validate = new Ajv2020().compile(schema as object)
    const leaf = { name: 'a', children: [{ name: 'b', children: [] }] }
    expect(validate({ leaf, ...leaf })).toBe(true)
    expect(validate({ leaf: { children: [{}] }, children: [{}] })).toBe(false)
  }
})

test('arguments that a header repeats are marked', async () => {
  class Shipping {
    @McpTool('ship', 'Ships.')
    ship(
      @McpHeader('Region') region: string,
      @McpHeader("A1!#$%&'*+.^_`|~-") count: int,
      @McpHeader('Fast') isFast: boolean,
      note: string,
    ): string {
      return `${count} to ${region}, ${isFast}, ${note}`
    }

    @McpTool('a'.repeat(128), 'Ships nothing.')
    nothing(note: string): string {
      return note
    }
  }
  const [ship, nothing] = await new McpTestClient(serverOf([Shipping])).listTools()
  const note = { type: 'string' }
  expect(ship?.['inputSchema']).toEqual({
    type: 'object',
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      count: { type: 'integer', 'x-mcp-header': "A1!#$%&'*+.^_`|~-" },
      isFast: { type: 'boolean', 'x-mcp-header': 'Fast' },
      note,
    },
    required: ['region', 'count', 'isFast', 'note'],
  })
  expect(nothing?.['inputSchema']).toEqual({
    type: 'object',
    properties: { note },
    required: ['note'],
  })
})

test('only a result that is always an object of one class has a schema', async () => {
  class Crate {
    constructor(readonly size: int) {}
  }
  class Crates {
    @McpTool('one', 'A.') async one(): Promise<Crate> {
      return new Crate(1)
    }
    @McpTool('null', 'A.') orNull(): Crate | null {
      return new Crate(2)
    }
    @McpTool('undefined', 'A.') orUndefined(): Crate | undefined {
      return new Crate(3)
    }
    @McpTool('list', 'A.') list(): Crate[] {
      return [new Crate(4)]
    }
    @McpTool('inferred', 'A.') inferred() {
      return 5
    }
  }
  const crates = new McpTestClient(serverOf([Crates]))
  const shown: unknown[] = []
  for (const { name, outputSchema } of await crates.listTools()) {
    const { content, structuredContent } = await crates.callTool(name as string)
    shown.push([name, outputSchema !== undefined, structuredContent, content[0]?.['text']])
  }
  expect(shown).toEqual([
    ['one', true, { size: 1 }, '{"size":1}'],
    ['null', false, undefined, '{"size":2}'],
    ['undefined', false, undefined, '{"size":3}'],
    ['list', false, undefined, '[{"size":4}]'],
    ['inferred', false, undefined, '5'],
  ])
})

test('types without a class are inlined', async () => {
  class Till {
    @McpTool('pay', 'Pays.') pay(payment: Payment, status: Status, page: Page<Key>): void {
      void [payment, status, page]
    }
  }
  const [tool] = await new McpTestClient(serverOf([Till])).listTools()
  const schema = tool?.['inputSchema'] as { properties: object }
  expect(JSON.stringify(schema)).not.toContain('$ref')
  expect(schema).not.toHaveProperty('$defs')
  expect(schema.properties).toMatchObject({
    payment: { oneOf: [{ type: 'object' }, { type: 'object' }] },
    status: { type: 'string', enum: ['open', 'paid'] },
    page: { properties: { data: { items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } } } },
  })
})

describe('registration refuses', () => {
  const refusal = (type: Parameters<McpRegistry['register']>[0]) => {
    try {
      new McpRegistry().register(type)
    } catch (error) {
      return error as Error
    }
    throw new Error('Nothing was refused.')
  }

  test('a tool on a static method', () => {
    class Static {
      @McpTool('a', 'A.') static tool(): void {}
    }
    const error = refusal(Static)
    expect(error).toBeInstanceOf(InvalidTool)
    expect(error.message).toMatch(
      /^Static\.tool \(.*registry\.test\.ts:\d+:\d+\): static methods are not called\. Remove "static"\.$/,
    )
  })

  test('a tool with a rest parameter', () => {
    class Rest {
      @McpTool('a', 'A.') tool(..._items: string[]): void {}
    }
    expect(refusal(Rest).message).toMatch(
      /^Rest\.tool \(.*\): arguments have names, so "\.\.\._items" cannot be filled\. Remove the "\.\.\."\.$/,
    )
  })

  test('a tool with a name that clients do not accept', () => {
    class Named {
      @McpTool('two words', 'A.') tool(): void {}
    }
    class Long {
      @McpTool('a'.repeat(129), 'A.') tool(): void {}
    }
    class Nameless {
      @McpTool('', 'A.') tool(): void {}
    }
    for (const type of [Long, Nameless]) {
      expect(refusal(type).message).toContain('is not accepted by clients.')
    }
    expect(refusal(Named).message).toBe(
      'Named.tool: the tool name "two words" is not accepted by clients. ' +
        'Use 1 to 128 letters, digits, "_", "-", "." and "/".',
    )
  })

  test('a tool with a parameter that JSON cannot represent', () => {
    class Upload {
      @McpTool('a', 'A.') tool(_file: File): void {}
    }
    const error = refusal(Upload)
    expect(error).toBeInstanceOf(UnusableType)
    expect(error.message).toMatch(
      /^Upload\.tool, parameter "_file" \(.*\): a file cannot be sent as JSON\. Declare its content as a string\.$/,
    )
  })

  test('a header that cannot mirror its argument, or mirrors two', () => {
    class List {
      @McpTool('a', 'A.') tool(@McpHeader('Items') _items: string[]): void {}
    }
    class Twice {
      @McpTool('a', 'A.') tool(@McpHeader('A') _a: int, @McpHeader('a') _b: int): void {}
    }
    class Spaced {
      @McpTool('a', 'A.') tool(@McpHeader('a b') _a: int): void {}
    }
    expect(refusal(List).message).toMatch(
      /^List\.tool \(.*\): a header cannot contain "_items"\. Mark a string, an integer or a boolean that is not null\.$/,
    )
    expect(refusal(Twice).message).toMatch(
      /^Twice\.tool \(.*\): two arguments have the header "a"\. Change one name\.$/,
    )
    class Fraction {
      @McpTool('a', 'A.') tool(@McpHeader('A') _a: number): void {}
    }
    class Nullable {
      @McpTool('a', 'A.') tool(@McpHeader('A') _a: string | null): void {}
    }
    for (const type of [Fraction, Nullable]) {
      expect(refusal(type)).toBeInstanceOf(InvalidTool)
      expect(refusal(type).message).toContain('a header cannot contain "_a".')
    }
    expect(refusal(Spaced).message).toBe(
      'Spaced.tool, parameter 1: "a b" cannot be part of a header\'s name. Use letters, digits and "-".',
    )
  })

  test('two tools with the same name, and two resources with the same URI', () => {
    class First {
      @McpTool('same', 'A.') tool(): void {}
      @McpResource('app://same', 'same', 'A.') resource(): string {
        return ''
      }
    }
    class Second {
      @McpTool('same', 'B.') tool(): void {}
    }
    class Third {
      @McpResource('app://same', 'same', 'B.') resource(): string {
        return ''
      }
    }
    const registry = new McpRegistry().register(First)
    expect(() => registry.register(Second)).toThrow(
      'Second.tool: the tool "same" already exists: First.tool. Rename one of them.',
    )
    expect(() => registry.register(Second)).toThrow(DuplicateTool)
    expect(() => registry.register(Second)).toThrow(
      expect.objectContaining({ name: 'DuplicateTool' }),
    )
    expect(() => registry.register(Third)).toThrow(
      expect.objectContaining({ name: 'DuplicateResource' }),
    )
    expect(() => registry.register(Third)).toThrow(
      'Third.resource: the resource "app://same" already exists: First.resource. Change one uri.',
    )
    expect(() => registry.register(Third)).toThrow(DuplicateResource)
  })

  test.each([
    ['manual', '"manual" is not a URI. Start it with a scheme, as in "app://…".'],
    ['app://{a}/{a}', 'two placeholders have the same name.'],
    [
      'app://{a}{b}',
      'two placeholders have nothing between them, so their values cannot be separated.',
    ],
    ['app://{?q}', '"{?q}" is not a placeholder such as {name}, or {+name} for a path.'],
    ['app://{a', '"{a" is not a placeholder such as {name}, or {+name} for a path.'],
    ['app://a}', '"}" has no matching "{".'],
    [
      'app://a b/{c}',
      '"app://a b/" has a character that must be percent-encoded in a URI. For example, write %20 for a space.',
    ],
    [
      'app://a b',
      '"app://a b" has a character that must be percent-encoded in a URI. For example, write %20 for a space.',
    ],
    [
      'app://{a}/%zz',
      '"/%zz" has a character that must be percent-encoded in a URI. For example, write %20 for a space.',
    ],
  ])('the resource uri %s', (uri, problem) => {
    class Wrong {
      @McpResource(uri, 'a', 'A.') resource(): string {
        return ''
      }
    }
    expect(refusal(Wrong)).toBeInstanceOf(InvalidResource)
    expect(refusal(Wrong).message).toContain(problem)
  })

  test('a resource whose parameter no placeholder fills', () => {
    class Unfilled {
      @McpResource('app://a/{id}', 'a', 'A.') resource(_id: int, other: string): string {
        return other
      }
    }
    expect(refusal(Unfilled).message).toMatch(
      /^Unfilled\.resource \(.*\): "_id" has no source\. Add \{_id\} to the uri "app:\/\/a\/\{id\}", or give it a default\.$/,
    )
  })

  test('a misplaced constraint', () => {
    class Misplaced {
      @McpTool('a', 'A.') tool(@MinLength(2) _count: int, _progress: ProgressReporter): void {}
    }
    expect(refusal(Misplaced).message).toContain('@MinLength is for values of type string')
  })
})
