import { Get, Reply, SseEvent, type int } from '@fw/core'
import { describe, expect, test } from 'vitest'
import { kernelOf, transports, useTransport } from '../serving.ts'

class Person {
  constructor(
    readonly name: string,
    readonly secret: string,
    readonly age: int,
  ) {}
}

type Named = Pick<Person, 'name'>
type Aged = Pick<Person, 'age'>

const ada = () => new Person('Ada', 'secret!', 36)

class People {
  @Get('/plain')
  plain(): Named {
    return ada()
  }

  @Get('/any-reply')
  anyReply(): Reply<Named> {
    return Reply.json<Named>(ada(), { status: 203 })
  }

  @Get('/by-status/{status}')
  byStatus(status: int): Reply<Named, 200> | Reply<Aged, 409> {
    return Reply.json<Named, 200>(ada()).withStatus(status) as Reply<Named, 200>
  }

  @Get('/plain-or-reply/{isReply}')
  plainOrReply(isReply: boolean): Aged | Reply<Named, 409> {
    return isReply ? Reply.json<Named, 409>(ada(), { status: 409 }) : ada()
  }

  @Get('/undeclared-reply')
  undeclaredReply(): Aged {
    return Reply.json(ada()) as unknown as Aged
  }

  @Get('/not-json')
  notJson(): Reply<Named> {
    return Reply.text('as it is') as Reply<Named>
  }

  @Get('/events')
  async *events(): AsyncIterable<SseEvent<Named, 'named'> | SseEvent<Aged, 'aged'> | Named> {
    yield new SseEvent<Named, 'named'>(ada(), { event: 'named', id: '7', retry: 5 })
    yield new SseEvent<Aged, 'aged'>(ada(), { event: 'aged' })
    yield ada()
  }

  @Get('/unnamed-events')
  async *unnamedEvents(): AsyncIterable<SseEvent<Named>> {
    yield new SseEvent<Named>(ada())
    yield new SseEvent<Named>(ada(), { event: 'any' })
  }
}

describe.each(transports)('through %s', (_name, open) => {
  const ask = useTransport(open, kernelOf([People]).kernel)

  test.each([
    ['/plain', 200, { name: 'Ada' }],
    ['/any-reply', 203, { name: 'Ada' }],
    ['/by-status/200', 200, { name: 'Ada' }],
    ['/by-status/409', 409, { age: 36 }],
    ['/plain-or-reply/false', 200, { age: 36 }],
    ['/plain-or-reply/true', 409, { name: 'Ada' }],
    ['/undeclared-reply', 200, { name: 'Ada', secret: 'secret!', age: 36 }],
  ])('the data of %s has its declared type', async (path, status, data) => {
    const response = await ask(path)
    expect([response.status, await response.json()]).toEqual([status, data])
  })

  test('a reply whose body is not JSON is not changed', async () => {
    expect(await (await ask('/not-json')).text()).toBe('as it is')
  })

  test('the data of an event has the type that is declared for its name', async () => {
    expect(await (await ask('/events')).text()).toBe(
      'event: named\nid: 7\nretry: 5\ndata: {"name":"Ada"}\n\n' +
        'event: aged\ndata: {"age":36}\n\n' +
        'data: {"name":"Ada"}\n\n',
    )
    expect(await (await ask('/unnamed-events')).text()).toBe(
      'data: {"name":"Ada"}\n\nevent: any\ndata: {"name":"Ada"}\n\n',
    )
  })
})
