import { Logger, type int } from '@fw/core'
import type { Job } from '@fw/queue'

export class SendReceipt implements Job {
  constructor(
    readonly ticket: int,
    readonly customer: string,
  ) {}

  handle(logger: Logger): void {
    logger.info(`Mail to ${this.customer}: your ticket has the number ${this.ticket}.`)
  }
}
