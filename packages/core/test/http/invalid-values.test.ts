import { Query, QueryFailed } from '@fw/query'
import {
  Body,
  Container,
  Delete,
  ErrorHandler,
  Get,
  HttpError,
  Kernel,
  Post,
  Query as FromQuery,
  Router,
} from '@fw/core'
import { expect, test } from 'vitest'
import { describeDrivers } from '../../../query/test/drivers.ts'

let connection: object = {}
let isSqlite = false

const items = () => new Query(connection).table('items')

class Item {
  constructor(
    readonly id: string,
    readonly name: string,
  ) {}
}

class Items {
  @Get('/items/{id}')
  async show(id: string): Promise<string> {
    const found = await items().where('id', '=', big(id)).first()
    if (!found) throw new HttpError(404, 'Not found.')
    return 'found'
  }

  @Get('/items')
  async list(@FromQuery() after: string): Promise<string> {
    await items().where('id', '>', big(after)).get()
    return 'listed'
  }

  @Delete('/items/{id}')
  async remove(id: string): Promise<void> {
    await items().where('id', '=', big(id)).delete()
  }

  @Post('/items')
  async create(@Body() item: Item): Promise<string> {
    await items().insert({ id: big(item.id), name: item.name })
    return 'created'
  }
}

/** SQLite compares a string with nothing that it finds wrong. */
function big(id: string): string | bigint {
  return isSqlite ? BigInt(id) : id
}

class OwnErrors {
  @ErrorHandler(500)
  any(_error: Error): string {
    return 'own'
  }
}

class OwnForm extends OwnErrors {
  @ErrorHandler()
  http(error: HttpError): { code: number } {
    return { code: error.status }
  }
}

class OwnFailure {
  @ErrorHandler(409)
  failed(error: QueryFailed): string {
    return error.reason
  }
}

function kernelOf(...handlers: (new () => object)[]): Kernel {
  const router = new Router()
  for (const type of [Items, ...handlers]) router.register(type)
  return new Kernel(new Container().boot(), router)
}

const tooBig = '73786976294838206464'

await describeDrivers(
  'values that a column cannot hold',
  () => ['CREATE TABLE items (id int, name text)'],
  (driver) => {
    const ask = async (kernel: Kernel, path: string, method = 'GET', body?: object) => {
      connection = driver.connection
      isSqlite = driver.dialect === 'sqlite'
      const request = new Request(`http://localhost${path}`, {
        method,
        ...(body && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      })
      const response = await kernel.fetch(request)
      return { status: response.status, text: await response.text() }
    }
    const refused = {
      status: 422,
      text: '{"error":"A value is out of range or has the wrong form."}',
    }

    test('in the path, the response is 404', async () => {
      const kernel = kernelOf()
      const missing = { status: 404, text: '{"error":"Not found."}' }
      expect(await ask(kernel, `/items/${tooBig}`)).toEqual(missing)
      if (driver.dialect === 'mysql') return
      expect(await ask(kernel, `/items/${tooBig}`, 'DELETE')).toEqual(missing)
    })

    test('anywhere else, they are a 422', async () => {
      const kernel = kernelOf()
      const created = await ask(kernel, '/items', 'POST', { id: tooBig, name: 'a' })
      expect(created).toEqual(refused)
      if (driver.dialect === 'mysql') return
      expect(await ask(kernel, `/items?after=${tooBig}`)).toEqual(refused)
    })

    test('error handlers of the application receive them', async () => {
      const create = (...handlers: (new () => object)[]) =>
        ask(kernelOf(...handlers), '/items', 'POST', { id: tooBig, name: 'a' })
      expect(await create(OwnErrors)).toEqual(refused)
      expect(await create(OwnForm)).toEqual({ status: 422, text: '{"code":422}' })
      expect(await create(OwnFailure)).toMatchObject({ status: 409, text: '"invalid-value"' })
    })
  },
)
