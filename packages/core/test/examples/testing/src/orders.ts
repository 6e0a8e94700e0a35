import {
  Body,
  Email,
  GreaterThan,
  McpTool,
  Post,
  type int,
} from '@fw/core'
import { Query } from '@fw/query'
import { Queue, type Job } from '@fw/queue'
import { Database } from './database.ts'
import { Mailer } from './mailer.ts'

export class NewOrder {
  constructor(
    @Email() readonly email: string,
    @GreaterThan(0) readonly pieces: int,
  ) {}
}

export class Order {
  constructor(
    readonly id: int,
    readonly email: string,
    readonly pieces: int,
  ) {}
}

export class SendReceipt implements Job {
  constructor(
    readonly order: int,
    readonly email: string,
  ) {}

  async handle(mailer: Mailer): Promise<void> {
    await mailer.send(this.email, `Thank you for order ${this.order}.`)
  }
}

export class Orders {
  constructor(
    private readonly database: Database,
    private readonly queue: Queue,
  ) {}

  @Post('/orders', { status: 201 })
  async create(@Body() order: NewOrder): Promise<Order> {
    const { email, pieces } = order
    const id = Number(
      await this.orders().insertGetId({ email, pieces }),
    )
    await this.queue.push(new SendReceipt(id, email))
    return new Order(id, email, pieces)
  }

  @McpTool('count_orders', 'How many orders there are.')
  count(): Promise<int> {
    return this.orders().count()
  }

  private orders(): Query {
    return new Query(this.database.connection).table('orders')
  }
}
