import { Logger, type int } from '@fw/core'
import type { Job } from '@fw/queue'

export class SendReceipt implements Job {
  constructor(
    readonly ticket: int,
    readonly customer: string,
  ) {}

  handle(logger: Logger): void {
    const { customer, ticket } = this
    logger.info(
      `Mail to ${customer}: your ticket has the number ${ticket}.`,
    )
  }
}
