import {
  ApiResponse,
  Application,
  Body,
  ErrorHandler,
  Get,
  HttpError,
  MinLength,
  Post,
  Reply,
  Throws,
  ValidationFailed,
  type Class,
} from '@fw/core'
import { describe, expect, test } from 'vitest'
import { kernelOf } from '../serving.ts'
import { documentOf } from '../../features/openapi/document-of.ts'

class OrderMissing extends Error {}

class OldOrderMissing extends OrderMissing {}

class OutOfStock extends Error {}

class BadCoupon extends Error {}

class Closed extends Error {}

class Moved extends Error {}

class Unclear extends Error {}

class NotYours extends HttpError {
  constructor() {
    super(403, 'Not yours.')
  }
}

class Missing {
  constructor(readonly id: number) {}
}

class Stock {
  constructor(readonly left: number) {}
}

class ShopErrors {
  @ErrorHandler(404, 'There is no such order.')
  missing(_error: OrderMissing): Missing {
    return new Missing(1)
  }

  @ErrorHandler(409, 'There is not enough left.')
  async stock(_error: OutOfStock): Promise<Stock | undefined> {
    return undefined
  }

  @ErrorHandler(400, 'The coupon is bad.')
  coupon(_error: BadCoupon): Stock {
    return new Stock(0)
  }

  @ErrorHandler()
  closed(_error: Closed): void {}

  @ErrorHandler()
  moved(_error: Moved) {
    return Reply.redirect('/elsewhere')
  }

  @ErrorHandler(410)
  unclear(_error: Unclear) {
    return { code: 1 }
  }

  @ErrorHandler(403, 'It is of somebody else.')
  notYours(_error: NotYours): Stock {
    return new Stock(1)
  }
}

class Name {
  constructor(@MinLength(3) readonly name: string) {}
}

@Throws(Closed)
class Orders {
  @Throws(OldOrderMissing, OutOfStock)
  @Get('/orders')
  list(): string {
    return ''
  }

  @Throws(OrderMissing, BadCoupon, Moved, Unclear, NotYours, ValidationFailed)
  @ApiResponse(410, 'It is over.')
  @Post('/orders')
  create(@Body() name: Name): string {
    return name.name
  }
}

const error = { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] }
const json = (schema: unknown) => ({ 'application/json': { schema } })
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

describe('@Throws', async () => {
  const { paths } = await documentOf([ShopErrors, Orders])
  const list = paths['/orders']?.['get']?.responses ?? {}
  const create = paths['/orders']?.['post']?.responses ?? {}

  test('documents status, description and return type of the nearest handler', () => {
    expect(list['404']).toEqual({
      description: 'There is no such order.',
      content: json(reference('Missing')),
    })
  })

  test('a handler that may return nothing also documents the message of the error', () => {
    const content = json({ anyOf: [reference('Stock'), error] })
    expect(list['409']).toEqual({ description: 'There is not enough left.', content })
  })

  test('on a class it applies to all routes; a handler without a result sends the message', () => {
    const closed = { description: 'An error.', content: json(error) }
    expect(list['500']).toEqual(closed)
    expect(create['500']).toEqual(closed)
  })

  test('responses of the framework with the same status are described too', () => {
    expect(create['400']).toEqual({
      description: 'The request is malformed. The coupon is bad.',
      content: json({ anyOf: [error, reference('Stock')] }),
    })
    expect(create['422']).toEqual({ $ref: '#/components/responses/ValidationFailed' })
  })

  test('a reply that a handler builds is documented by its status', () => {
    expect(create['302']).toEqual({ description: 'A redirect.' })
  })

  test('data without a declared type has no schema', () => {
    expect(create['410']).toEqual({ description: 'It is over.' })
  })

  test('an HttpError is documented by the status of its handler', () => {
    const content = json(reference('Stock'))
    expect(create['403']).toEqual({ description: 'It is of somebody else.', content })
  })
})

describe('at boot', () => {
  const boot = (type: Class) => () => kernelOf([ShopErrors, type])

  test('an error without a handler is reported at boot, with its location', () => {
    class Unknown extends Error {}
    @Throws(Unknown)
    class Lost {
      @Get('/lost')
      lost(): void {}
    }
    expect(boot(Lost)).toThrow(
      /^Lost\.lost \(.*throws\.test\.ts:\d+:\d+\): @Throws\(Unknown\) has no effect: the error has no handler\. Write an @ErrorHandler for it\.$/,
    )
  })

  test('an HttpError without a handler has no status to document', () => {
    class Gone extends HttpError {}
    class Lost {
      @Throws(Gone)
      @Get('/lost')
      lost(): void {}
    }
    expect(boot(Lost)).toThrow('an HttpError has no fixed status.')
  })

  test('a decorator without an error throws at boot', () => {
    class Lost {
      @Throws()
      @Get('/lost')
      lost(): void {}
    }
    expect(boot(Lost)).toThrow('@Throws() has no argument. Pass one or more error classes.')
  })
})

describe('the error format of an application', async () => {
  class AllErrors {
    @ErrorHandler()
    http(failure: HttpError): { code: number } {
      return { code: failure.status }
    }

    @ErrorHandler(400, 'Some fields do not fit.')
    invalid(_error: ValidationFailed): string[] {
      return []
    }
  }

  @Application()
  @ApiResponse(503, 'Closed.')
  class App {}

  const { paths, components } = await documentOf([AllErrors, Orders, ShopErrors, App])
  const create = paths['/orders']?.['post']?.responses ?? {}
  const own = {
    type: 'object',
    properties: { code: { type: 'number' } },
    required: ['code'],
  }

  test('applies to everything that the framework refuses, and to errors without another format', () => {
    expect(create['413']).toEqual({ $ref: '#/components/responses/ContentTooLarge' })
    expect(components.responses['ContentTooLarge']).toMatchObject({ content: json(own) })
    expect(create['503']).toMatchObject({ description: 'Closed.', content: json(own) })
  })

  test('failed validation has the status of its handler', () => {
    expect(create['422']).toBeUndefined()
    expect(create['400']).toMatchObject({
      content: json({
        anyOf: [own, { type: 'array', items: { type: 'string' } }, reference('Stock')],
      }),
    })
  })
})

test('the data in the replies of a handler is documented under their statuses', async () => {
  class Taken extends Error {}
  class Renamed {
    constructor(
      readonly to: string,
      readonly secret: string,
    ) {}
  }
  class Handlers {
    @ErrorHandler()
    taken(_error: Taken): Reply<Pick<Renamed, 'to'>, 410> | Reply<Stock, 409> {
      return Reply.json(new Renamed('a', 'b'), { status: 410 })
    }
  }
  class Orders {
    @Get('/orders')
    @Throws(Taken)
    list(): string[] {
      throw new Taken()
    }
  }
  const { paths } = await documentOf([Orders, Handlers])
  const responses = paths['/orders']?.['get']?.responses ?? {}
  expect(Object.keys(responses)).toEqual(['200', '409', '410'])
  expect(responses['410']).toEqual({
    description: 'Gone',
    content: {
      'application/json': {
        schema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
      },
    },
  })
  const sent = await kernelOf([Orders, Handlers]).kernel.fetch(
    new Request('http://localhost/orders'),
  )
  expect([sent.status, await sent.json()]).toEqual([410, { to: 'a' }])
})
