import { Email, MaxLength, NotBlank, Trim, type int } from '@fw/core'

/** The request of a customer. */
export class NewTicket {
  constructor(
    @Email() readonly customer: string,
    @Trim() @NotBlank() @MaxLength(100) readonly subject: string,
    @MaxLength(5000) readonly text: string = '',
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
