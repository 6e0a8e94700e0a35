export abstract class Mailer {
  abstract send(to: string, text: string): Promise<void>
}

export class SmtpMailer extends Mailer {
  constructor(private readonly host: string) {
    super()
  }

  async send(to: string): Promise<void> {
    throw new Error(
      `There is no mail server on ${this.host} for ${to}.`,
    )
  }
}
