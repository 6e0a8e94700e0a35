import { HttpError, type int } from '@fw/core'
import { Database } from '@fw/query'
import { Queue } from '@fw/queue'
import { SendReceipt } from './send-receipt.ts'
import { type NewTicket, type Status, Ticket } from './ticket.ts'

export class Tickets {
  constructor(
    private readonly database: Database,
    private readonly queue: Queue,
  ) {}

  async open({ customer, subject, text }: NewTicket): Promise<Ticket> {
    const row = { customer, subject, text, status: 'open' }
    const id = Number(
      await this.database.table('tickets').insertGetId(row),
    )
    await this.queue.push(new SendReceipt(id, customer))
    return this.find(id)
  }

  list(status: Status): Promise<Ticket[]> {
    return this.database
      .table('tickets')
      .where('status', '=', status)
      .orderBy('id')
      .get(Ticket)
  }

  async find(id: int): Promise<Ticket> {
    const ticket = await this.database
      .table('tickets')
      .where('id', '=', id)
      .first(Ticket)
    if (!ticket) throw new HttpError(404, `There is no ticket ${id}.`)
    return ticket
  }

  async close(id: int): Promise<Ticket> {
    await this.database
      .table('tickets')
      .where('id', '=', id)
      .update({ status: 'closed' })
    return this.find(id)
  }
}
