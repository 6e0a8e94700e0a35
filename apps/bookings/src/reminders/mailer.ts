import { Logger } from '@fw/core'

/** Sends mail. Replace `LogMailer` by the service of a provider. */
export abstract class Mailer {
  abstract send(to: string, text: string): Promise<void>
}

export class LogMailer extends Mailer {
  constructor(private readonly logger: Logger) {
    super()
  }

  async send(to: string, text: string): Promise<void> {
    this.logger.info(`Mail: ${text}`, { to })
  }
}
