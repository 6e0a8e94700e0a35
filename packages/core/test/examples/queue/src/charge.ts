import { JobOptions, type int } from '@fw/core'
import { GiveUp, JobInfo, type Job } from '@fw/queue'
import { Payments } from './payments.ts'

@JobOptions({
  name: 'orders.charge',
  formerly: 'ChargeOrder',
  queue: 'payments',
  maxAttempts: 5,
  backoff: ['10s', '1m'],
  timeout: '30s',
  unique: { by: 'order' },
})
export class Charge implements Job {
  constructor(
    readonly order: int,
    readonly cents: int,
  ) {}

  async handle(payments: Payments, info: JobInfo, signal: AbortSignal) {
    const answer = await payments.charge(this.order, this.cents, {
      key: info.id,
      signal,
    })
    if (answer === 'refused') {
      throw new GiveUp(`The card of order ${this.order} was declined.`)
    }
  }

  failed(error: Error, payments: Payments) {
    payments.release(this.order, error.message)
  }
}
