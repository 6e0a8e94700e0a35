import { HttpError, type int } from '@fw/core'
import { Database } from '@fw/query'
import { type NewTicket, type Status, Ticket } from './ticket.ts'

export class Tickets {
  constructor(private readonly database: Database) {}

  async open({ customer, subject, text }: NewTicket): Promise<Ticket> {
    const row = { customer, subject, text, status: 'open' }
    const id = await this.database.table('tickets').insertGetId(row)
    return this.find(Number(id))
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
