import { Connection, Get } from '@fw/core'
import { Database } from '@fw/query'

export class Reports {
  constructor(
    private readonly database: Database,
    @Connection('reporting') private readonly reporting: Database,
  ) {}

  @Get('/reports')
  async show() {
    const orders = await this.database.table('orders').count()
    const visits = await this.reporting.table('visits').count()
    return { orders, visits }
  }
}
