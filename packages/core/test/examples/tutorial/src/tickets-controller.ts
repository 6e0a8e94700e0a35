import {
  ApiResponse,
  Body,
  Get,
  Post,
  Public,
  Query,
  type int,
} from '@fw/core'
import { NewTicket, type Status, type Ticket } from './ticket.ts'
import { Tickets } from './tickets.ts'

export class TicketsController {
  constructor(private readonly tickets: Tickets) {}

  /** Opens a ticket. */
  @Post('/tickets', { status: 201 })
  @Public()
  open(@Body() ticket: NewTicket): Promise<Ticket> {
    return this.tickets.open(ticket)
  }

  /** Lists the tickets with a status. */
  @Get('/tickets')
  list(@Query() status: Status = 'open'): Promise<Ticket[]> {
    return this.tickets.list(status)
  }

  /** Shows a ticket. */
  @Get('/tickets/{id}')
  @ApiResponse(404, 'There is no such ticket.')
  show(id: int): Promise<Ticket> {
    return this.tickets.find(id)
  }

  /** Closes a ticket. */
  @Post('/tickets/{id}/close')
  @ApiResponse(404, 'There is no such ticket.')
  close(id: int): Promise<Ticket> {
    return this.tickets.close(id)
  }
}
