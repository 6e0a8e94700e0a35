import { expect, test } from 'vitest'
import { Container } from '../../../src/base/container/container.ts'

const ended: string[] = []

class Database {
  async [Symbol.asyncDispose]() {
    ended.push('database')
  }
  close() {
    ended.push('never')
  }
}
class Cache {
  constructor(readonly database: Database) {}
  [Symbol.dispose]() {
    ended.push('cache')
  }
}
class Socket {
  constructor(readonly cache: Cache) {}
  close() {
    ended.push('socket')
  }
}
class Door {
  close(key: string) {
    ended.push(key)
  }
}
class Pool {
  end() {
    ended.push('pool')
  }
}

test('created services are disposed in reverse order, once, each in its own way', async () => {
  ended.length = 0
  const container = new Container().bind(Pool, () => new Pool(), { dispose: (pool) => pool.end() })
  container.get(Socket)
  container.get(Door)
  container.get(Pool)

  await container[Symbol.asyncDispose]()
  await container[Symbol.asyncDispose]()

  expect(ended).toEqual(['pool', 'socket', 'cache', 'database'])
})

test('a registered instance is left to its owner', async () => {
  ended.length = 0
  const container = new Container().instance(Database, new Database())
  container.get(Cache)

  await container[Symbol.asyncDispose]()

  expect(ended).toEqual(['cache'])
})

test('a scope disposes only the services created in it', async () => {
  ended.length = 0
  const container = new Container()
    .bind(Cache, (c) => new Cache(c.get(Database)), { scope: 'request' })
    .bind(Pool, () => new Pool(), { scope: 'request', dispose: (pool) => pool.end() })
  {
    await using scope = container.createScope()
    scope.get(Socket)
    scope.get(Pool)
  }

  expect(ended).toEqual(['pool', 'socket', 'cache'])
})

test('a service that fails to dispose does not affect the others', async () => {
  ended.length = 0
  class Stuck {
    constructor(readonly database: Database) {}
    close() {
      throw new Error('stuck')
    }
  }
  class AlsoStuck extends Stuck {}
  const container = new Container()
  container.get(Stuck)
  await expect(container[Symbol.asyncDispose]()).rejects.toThrow('stuck')
  expect(ended).toEqual(['database'])

  const second = new Container()
  second.get(Stuck)
  second.get(AlsoStuck)
  await expect(second[Symbol.asyncDispose]()).rejects.toThrow('Several services failed to close.')
})
