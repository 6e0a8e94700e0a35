import { Email } from '@fw/core'
import type { Job } from '@fw/queue'
import { Mailer } from './mailer.ts'

export class SendWelcome implements Job {
  constructor(
    @Email() readonly address: string,
    readonly signedUp: Date,
  ) {}

  async handle(mailer: Mailer) {
    const year = this.signedUp.getUTCFullYear()
    await mailer.send(
      this.address,
      `Welcome! You joined us in ${year}.`,
    )
  }
}
