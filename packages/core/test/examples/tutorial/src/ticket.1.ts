import type { int } from '@fw/core'

/** The request of a customer. */
export class NewTicket {
  constructor(
    readonly customer: string,
    readonly subject: string,
    readonly text: string,
  ) {}
}

export type Status = 'open' | 'closed'

export class Ticket {
  constructor(
    readonly id: int,
    readonly customer: string,
    readonly subject: string,
    readonly text: string,
    readonly status: Status,
  ) {}
}
