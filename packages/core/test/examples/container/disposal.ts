import { Container } from '@fw/core'

class Database {
  async [Symbol.asyncDispose](): Promise<void> {
    console.log('database closed')
  }
}

class Pool {
  async end(): Promise<void> {
    console.log('pool ended')
  }
}

const container = new Container()
  .bind(Database, () => new Database())
  .bind(Pool, () => new Pool(), { dispose: (pool) => pool.end() })

container.get(Database)
container.get(Pool)
await container[Symbol.asyncDispose]()
