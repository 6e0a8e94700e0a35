import { McpTool, type int } from '@fw/core'
import type { Ticket } from './ticket.ts'
import { Tickets } from './tickets.ts'

class Found {
  constructor(readonly tickets: Ticket[]) {}
}

export class DeskTools {
  constructor(private readonly tickets: Tickets) {}

  @McpTool('open_tickets', 'Lists the open tickets.', {
    annotations: { readOnlyHint: true },
  })
  async list(): Promise<Found> {
    return new Found(await this.tickets.list('open'))
  }

  /** @param id The number of the ticket. */
  @McpTool('close_ticket', 'Closes a ticket.')
  close(id: int): Promise<Ticket> {
    return this.tickets.close(id)
  }
}
