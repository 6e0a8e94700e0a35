import {
  type Constraint,
  attribute,
  Get,
  GreaterThan,
  Header,
  In,
  type int,
  MaxLength,
  MinLength,
  Query,
  Regex,
} from '@fw/core'
import { describe, expect, test } from 'vitest'
import { transports, kernelOf, useTransport } from '../serving.ts'

class Even implements Constraint {
  validate(value: unknown): string | null {
    return typeof value === 'number' && value % 2 === 0 ? null : 'must be even.'
  }
}

const isEven = attribute(Even)

enum Size {
  Small = 1,
  Large = 2,
}

class Filter {
  constructor(
    readonly from: Date,
    @GreaterThan(0) readonly limit: int = 20,
    readonly tags: string[] = [],
    readonly owner?: Owner,
  ) {}
}

class Owner {
  constructor(
    readonly name: string,
    readonly age: int,
  ) {}
}

class Search {
  @Get('/cast')
  cast(
    @Query() text: string,
    @Query() whole: int,
    @Query() decimal: number,
    @Query() big: bigint,
    @Query() flag: boolean,
    @Query() when: Date,
    @Query() size: Size,
    @Query() kind: 'a' | 'b',
    @Query() list: int[],
    @Query() anything: unknown,
  ) {
    return { text, whole, decimal, big, flag, when, size, kind, list, anything }
  }

  @Get('/missing')
  missing(
    @Query() page: int = 1,
    @Query() perPage: int,
    @Query() after: string | null,
    @Query() tags: string[],
    @Query() order?: string,
  ) {
    return { page, perPage, order: order === undefined ? 'undefined' : order, after, tags }
  }

  @Get('/lists')
  lists(@Query() tags: string[], @Query() owners: Owner[] = [], @Query() pages?: int[] | 'all') {
    return { tags, owners, pages }
  }

  @Get('/unions/{id}')
  unions(
    id: int | 'all',
    @Query() count: int | 'all',
    @Query() flag: boolean | 'auto' | 7,
    @Query() at: Date | int,
    @Query() text: string | int,
    @Header() limit: int | 'none',
  ) {
    return { id, count, flag, at, text, limit }
  }

  @Get('/filter')
  filter(@Query() filter: Filter) {
    return filter
  }

  @Get('/constrained/{code}')
  constrained(
    @Regex('^[A-Z]{3}$') code: string,
    @Query() @MinLength(2) @MaxLength(3) name: string,
    @Query() @In(['asc', 'desc']) order: string,
    @Query() @isEven() page: int = 2,
  ) {
    return { code, name, order, page }
  }

  @Get('/path/{whole}/{decimal}/{flag}/{when}/{size}')
  path(whole: int, decimal: number, flag: boolean, when: Date, size: Size, extra = 'default') {
    return { whole, decimal, flag, when, size, extra }
  }
}

describe.each(transports)('through %s', (_, open) => {
  const send = useTransport(open, kernelOf([Search]).kernel)

  const ask = async (path: string, init?: RequestInit) => {
    const response = await send(path, init)
    return [response.status, await response.json()]
  }

  test('a query value is cast to the declared type', async () => {
    const query = new URLSearchParams({
      text: '42',
      whole: '-42',
      decimal: '1.5e1',
      big: '12345678901234567890',
      flag: '1',
      when: '2026-02-28T10:00:00Z',
      size: '2',
      kind: 'b',
      list: '1',
      anything: 'true',
    })
    expect(await ask(`/cast?${query}&list=2`)).toEqual([
      200,
      {
        text: '42',
        whole: -42,
        decimal: 15,
        big: '12345678901234567890',
        flag: true,
        when: '2026-02-28T10:00:00.000Z',
        size: 2,
        kind: 'b',
        list: [1, 2],
        anything: 'true',
      },
    ])
  })

  test('text is cast to the member of a union that accepts it', async () => {
    const at = '2026-02-28T10:00:00.000Z'
    expect(
      await ask('/unions/5?count=7&flag=true&at=9&text=5', { headers: { limit: '3' } }),
    ).toEqual([200, { id: 5, count: 7, flag: true, at: 9, text: '5', limit: 3 }])
    expect(
      await ask(`/unions/all?count=all&flag=auto&at=${at}&text=x`, { headers: { limit: 'none' } }),
    ).toEqual([200, { id: 'all', count: 'all', flag: 'auto', at, text: 'x', limit: 'none' }])
    expect(await ask('/unions/4.5?count=ALL&flag=7')).toMatchObject([
      422,
      {
        errors: {
          id: ['must be one of: all or an integer.'],
          count: ['must be one of: all or an integer.'],
        },
      },
    ])
  })

  test('a list accepts repeated keys, and keys with brackets as in qs, PHP and Rails', async () => {
    const expected = [200, { tags: ['a', 'b'], owners: [] }]
    for (const query of [
      'tags=a&tags=b',
      'tags[]=a&tags[]=b',
      'tags%5B%5D=a&tags%5B%5D=b',
      'tags[0]=a&tags[1]=b',
      'tags[1]=b&tags[0]=a',
      'tags=a&tags[]=b',
    ]) {
      expect(await ask(`/lists?${query}`)).toEqual(expected)
    }
    expect(await ask('/lists?tags[]=a')).toEqual([200, { tags: ['a'], owners: [] }])
    expect(
      await ask('/lists?tags[]=a&owners[0][name]=Ann&owners[0][age]=5&pages[]=1&pages[]=2'),
    ).toEqual([200, { tags: ['a'], owners: [{ name: 'Ann', age: 5 }], pages: [1, 2] }])
    expect(await ask('/lists?tags=a&pages=all')).toEqual([
      200,
      { tags: ['a'], owners: [], pages: 'all' },
    ])
    expect(await ask('/lists?tags[x]=a&pages[]=all')).toEqual([
      422,
      { errors: { 'tags.0': ['must be a string.'], 'pages.0': ['must be an integer.'] } },
    ])
  })

  test('all query values that cannot be cast are reported together', async () => {
    expect(
      await ask(
        '/cast?text=a&whole=4.7&decimal=Infinity&big=1e3&flag=yes&when=2026-02-30T10:00:00Z&size=3&kind=c&list=1&list=x',
      ),
    ).toEqual([
      422,
      {
        errors: {
          whole: ['must be an integer.'],
          decimal: ['must be a number.'],
          big: ['must be an integer.'],
          flag: ['must be a boolean.'],
          when: ['must be a date-time.'],
          size: ['must be one of: 1, 2.'],
          kind: ['must be one of: a, b.'],
          'list.1': ['must be an integer.'],
        },
      },
    ])
    for (const number of ['', ' 1', '0x10', '1_0', '1.', '--1', 'NaN']) {
      const [status, body] = await ask(`/missing?perPage=${encodeURIComponent(number)}`)
      expect([status, body]).toEqual([422, { errors: { perPage: ['must be an integer.'] } }])
    }
  })

  test('a missing query value is the default, null or undefined, but an empty string is not', async () => {
    expect(await ask('/missing')).toEqual([
      200,
      { page: 1, perPage: null, order: 'undefined', after: null, tags: null },
    ])
    expect(await ask('/missing?after=&order=&perPage=7&page=2&tags=x')).toEqual([
      200,
      { page: 2, perPage: 7, order: '', after: '', tags: ['x'] },
    ])
  })

  test('a repeated scalar is a 422', async () => {
    expect(await ask('/missing?page=1&page=2&order=a&order=b')).toEqual([
      422,
      { errors: { page: ['must be an integer.'], order: ['must be a string.'] } },
    ])
  })

  test('a class receives the whole query string, including nested keys', async () => {
    const from = '2026-01-01T00:00:00Z'
    expect(
      await ask(`/filter?from=${from}&tags=a&tags=b&owner[name]=Ann&owner.age=7&unknown=1`),
    ).toEqual([
      200,
      {
        from: '2026-01-01T00:00:00.000Z',
        limit: 20,
        tags: ['a', 'b'],
        owner: { name: 'Ann', age: 7 },
      },
    ])
    expect(await ask('/filter?limit=0&owner[age]=x')).toEqual([
      422,
      {
        errors: {
          from: ['is required.'],
          limit: ['must be greater than 0.'],
          'owner.name': ['is required.'],
          'owner.age': ['must be an integer.'],
        },
      },
    ])
  })

  test('constraints hold for query and path parameters, after the cast', async () => {
    expect(await ask('/constrained/ABC?name=abc&order=asc&page=4')).toEqual([
      200,
      { code: 'ABC', name: 'abc', order: 'asc', page: 4 },
    ])
    expect(await ask('/constrained/abc?name=a&order=up&page=3')).toEqual([
      422,
      {
        errors: {
          code: ['must match the pattern ^[A-Z]{3}$.'],
          name: ['must be at least 2 characters.'],
          order: ['must be one of: asc, desc.'],
          page: ['must be even.'],
        },
      },
    ])
  })

  test('a placeholder is cast to the type of its parameter', async () => {
    expect(await ask('/path/1/2.5/true/2026-01-01T00%3A00%3A00Z/1')).toEqual([
      200,
      {
        whole: 1,
        decimal: 2.5,
        flag: true,
        when: '2026-01-01T00:00:00.000Z',
        size: 1,
        extra: 'default',
      },
    ])
    const [status, body] = await ask('/path/x/x/x/x/x')
    expect(status).toBe(422)
    expect(Object.keys((body as { errors: object }).errors)).toEqual([
      'whole',
      'decimal',
      'flag',
      'when',
      'size',
    ])
  })
})
