import {
  ApiResponse,
  Body,
  Get,
  HttpError,
  Post,
  Query,
  type int,
} from '@fw/core'
import { NewTicket, Ticket, type Status } from './ticket.ts'

export class TicketsController {
  readonly #tickets: Ticket[] = []

  /** Opens a ticket. */
  @Post('/tickets', { status: 201 })
  open(@Body() sent: NewTicket): Ticket {
    const { customer, subject, text } = sent
    const id = this.#tickets.length + 1
    const ticket = new Ticket(id, customer, subject, text, 'open')
    this.#tickets.push(ticket)
    return ticket
  }

  /** Lists the tickets with a status. */
  @Get('/tickets')
  list(@Query() status: Status = 'open'): Ticket[] {
    return this.#tickets.filter((ticket) => ticket.status === status)
  }

  /** Shows a ticket. */
  @Get('/tickets/{id}')
  @ApiResponse(404, 'There is no such ticket.')
  show(id: int): Ticket {
    const ticket = this.#tickets[id - 1]
    if (!ticket) throw new HttpError(404, `There is no ticket ${id}.`)
    return ticket
  }
}
