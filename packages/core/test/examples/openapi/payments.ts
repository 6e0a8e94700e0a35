import { Body, Post } from '@fw/core'

/** The state of a payment. */
export enum Status {
  Open = 'open',
  Paid = 'paid',
}

export interface Card {
  kind: 'card'
  number: string
}

export interface Cash {
  kind: 'cash'
}

export type Payment = Card | Cash

export interface Page<T> {
  data: T[]
}

export class PaymentController {
  @Post('/payments')
  pay(@Body() payment: Payment): Page<Payment> {
    return { data: [payment] }
  }

  @Post('/payments/status')
  status(@Body() change: { status: Status }): Status {
    return change.status
  }
}
