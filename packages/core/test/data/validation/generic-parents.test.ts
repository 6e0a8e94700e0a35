import {
  Body,
  Prefix,
  Get,
  Hide,
  Hydrator,
  McpTool,
  MinLength,
  Post,
  ValidationFailed,
  type int,
} from '@fw/core'
import { McpTestClient } from '@fw/core/testing'
import { describe, expect, test } from 'vitest'
import { json, kernelOf } from '../../http/serving.ts'
import { serverOf } from '../../features/mcp/serving.ts'
import { documentOf } from '../../features/openapi/document-of.ts'
import { Crud, Record, type Page } from './fixtures/crud.ts'

class Book {
  constructor(
    @MinLength(2) readonly title: string,
    readonly tags: Set<string> = new Set(),
    @Hide() readonly secret: string = 'secret',
  ) {}
}

abstract class Named<Key, Item> extends Crud<Item, Key> {}

@Prefix('/books')
class Books extends Crud<Book> {}

@Prefix('/shelves')
class Shelves extends Named<'a' | 'b', Page<Book> | null> {}

const { kernel } = kernelOf([Books, Shelves])

async function ask(path: string, init?: RequestInit): Promise<[number, unknown]> {
  const response = await kernel.fetch(new Request(`http://localhost${path}`, init))
  return [response.status, await response.json()]
}

describe('the type arguments of a generic parent', () => {
  test('are used to check bodies and path values', async () => {
    expect((await ask('/books', json(5)))[0]).toBe(422)
    expect(await ask('/books', json({ title: 'a' }))).toMatchObject([
      422,
      { errors: { title: ['must be at least 2 characters.'] } },
    ])
    expect(await ask('/books', json({ title: 'ab', tags: ['x'] }))).toEqual([
      200,
      { title: 'ab', tags: ['x'] },
    ])
    expect(await ask('/books/many', json([{ title: 'ab' }, 5]))).toMatchObject([
      422,
      { errors: { 1: ['must be an object.'] } },
    ])
    expect(await ask('/books/7')).toEqual([200, 7])
    expect((await ask('/books/seven'))[0]).toBe(422)
  })

  test('are passed to grandparents in another module, in another order', async () => {
    const page = { items: [{ title: 'ab', tags: ['x'] }], next: null }
    expect(await ask('/shelves', json(page))).toEqual([200, page])
    expect(await ask('/shelves', json('null'))).toEqual([200, null])
    expect((await ask('/shelves', json({ ...page, next: 5 })))[0]).toBe(422)
    expect(await ask('/shelves/a')).toEqual([200, 'a'])
    expect((await ask('/shelves/c'))[0]).toBe(422)
  })

  test('are used to hide and convert properties in responses', async () => {
    expect(await ask('/books/many', json([{ title: 'ab', tags: ['x'], secret: 'b' }]))).toEqual([
      200,
      { items: [{ title: 'ab', tags: ['x'] }], next: null },
    ])
  })

  test('are documented', async () => {
    const { paths, components } = await documentOf([Books])
    const book = { $ref: '#/components/schemas/Book' }
    expect(paths['/books']?.['post']).toMatchObject({
      requestBody: { content: { 'application/json': { schema: book } } },
      responses: { 200: { content: { 'application/json': { schema: expect.anything() } } } },
    })
    expect(Object.keys(components.schemas)).toContain('PageOfBook')
  })

  test('are used to check the arguments of a tool', async () => {
    const client = new McpTestClient(serverOf([Books]))
    const failed = await client.callTool('store', { item: 5 })
    expect(failed.isError).toBe(true)
    expect(await client.callTool('store', { item: { title: 'ab' } })).toMatchObject({
      isError: false,
      structuredContent: { title: 'ab', tags: [] },
    })
  })

  test('are used for the parents of a DTO too', async () => {
    class Versioned<T, U = T[]> extends Record<U> {
      constructor(
        value: U,
        readonly latest: T | null = null,
      ) {
        super(value)
      }
    }
    class Texts extends Versioned<string> {}
    class Ages extends Record<int> {}
    class Aged extends Ages {}

    const hydrator = new Hydrator()
    expect(hydrator.hydrate(Aged, { value: 1, history: [2] })).toEqual(new Aged(1, [2]))
    expect(() => hydrator.hydrate(Aged, { value: 'x', history: ['y'] })).toThrow(ValidationFailed)
    expect(hydrator.hydrate(Texts, { value: ['a'] })).toEqual(new Texts(['a']))
    expect(() => hydrator.hydrate(Texts, { value: 'a' })).toThrow('value must be an array')

    class Shown {
      @Get('/texts')
      texts(): Texts {
        return new Texts(['a'])
      }
    }
    const { components } = await documentOf([Shown])
    expect(components.schemas['Texts']).toMatchObject({
      properties: { value: { type: 'array', items: { type: 'string' } } },
    })
  })
})

describe('a type parameter without a type is an error at boot', () => {
  const unbound =
    '"T" is a type parameter without a type argument. Extend the class with a type ' +
    'argument, such as "class Books extends Crud<Book>", or declare a type.'

  test('as a body, a returned type and an argument of a tool', () => {
    class Open<T> {
      @Post('/')
      create(@Body() _item: T): void {}
    }
    class Returning<T> {
      @Get('/')
      all(): T[] {
        return []
      }
    }
    class Tools<T> {
      @McpTool('store', 'Stores.')
      store(_item: T): void {}
    }
    class Answers<T> {
      @McpTool('find', 'Finds.')
      find(): T | null {
        return null
      }
    }
    expect(() => kernelOf([Open])).toThrow(`Open.create, parameter "_item": ${unbound}`)
    expect(() => kernelOf([Returning])).toThrow(`Returning.all, return type: ${unbound}`)
    expect(() => serverOf([Tools])).toThrow(unbound)
    expect(() => serverOf([Answers])).toThrow(`Answers.find, return type: ${unbound}`)
  })

  test('in a DTO', () => {
    class Box<T> {
      constructor(readonly item: T) {}
    }
    const hydrator = new Hydrator()
    expect(() => hydrator.prepare(Box)).toThrow(unbound)
  })

  test('of a parent that is extended without its type argument', () => {
    const Untyped = Crud as any // oxlint-disable-line typescript/no-explicit-any -- the compiler refuses it
    class Anything extends Untyped {}
    expect(() => kernelOf([Anything])).toThrow(
      /cannot read the type "T" at .*generic-parents\.test\.ts:\d+:\d+: Anything extends Crud without a type argument for "T"\. Write it: Anything extends Crud<…>\./,
    )
  })

  test('of a method, which differs between calls', () => {
    class Chosen {
      @Post('/')
      create<T>(@Body() _item: T): void {}
    }
    expect(() => kernelOf([Chosen])).toThrow('"T" is a type parameter, and each call can choose it')
  })
})
