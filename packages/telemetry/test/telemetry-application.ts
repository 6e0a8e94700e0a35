import { temporaryApplication } from '../../core/test/support/temporary-application.ts'

/** An application with routes, a tool, jobs and schedules, on SQLite. */
export function telemetryApplication(env = ''): string {
  return temporaryApplication({
    'package.json': '{ "name": "shop", "version": "1.2.3", "type": "module" }',
    '.env': `DB_NAME=shop.sqlite\nQUEUE_CONNECTION=database\nSCHEDULE_CONNECTION=database\n${env}`,
    'src/shop.ts': `import { DatabaseSync } from 'node:sqlite'
import { currentContext, Get, HttpError, McpTool, Schedule } from '@fw/core'
import { Query } from '@fw/query'
import { Queue, type Job } from '@fw/queue'
import { Metrics } from '@fw/telemetry'

export class Database {
  readonly connection = new DatabaseSync('shop.sqlite', { timeout: 5000 })
  constructor() {
    this.connection.exec('CREATE TABLE IF NOT EXISTS orders (id INTEGER PRIMARY KEY, secret TEXT)')
  }
  orders() {
    return new Query(this.connection).table('orders')
  }
}

export class Confirm implements Job {
  constructor(readonly id: string) {}
  async handle(database: Database) {
    await database.orders().where('id', '=', this.id).get()
    console.log('confirmed', JSON.stringify(currentContext()))
  }
}

export class Lose implements Job {
  async handle() {
    throw new TypeError('lost')
  }
}

export class Orders {
  #taken

  constructor(private readonly database: Database, private readonly queue: Queue, metrics: Metrics) {
    this.#taken = metrics.counter('shop_orders', 'Orders taken.', ['channel'])
  }

  @Get('/orders/{id}')
  async show(id: string) {
    await this.database.orders().where('secret', '=', 'value-of-a-secret').get()
    this.#taken.add(1, { channel: 'web' })
    return { id, context: currentContext() }
  }

  @Get('/orders/{id}/confirm')
  async confirm(id: string) {
    return this.queue.push(new Confirm(id))
  }

  @Get('/orders/{id}/lose')
  async lose() {
    return this.queue.push(new Lose())
  }

  @Get('/pid')
  pid() {
    return process.pid
  }

  @Get('/fails')
  fails() {
    throw new TypeError('no paper')
  }

  @Get('/refused')
  refused() {
    throw new HttpError(409, 'Taken.')
  }

  @McpTool('count_orders', 'Counts orders.')
  async count() {
    return String(await this.database.orders().count())
  }

  @Schedule('1s', { name: 'often' })
  often() {}

  @Schedule('30 2 * * *')
  async nightly() {
    await this.database.orders().count()
  }
}
`,
  })
}
