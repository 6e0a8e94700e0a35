export abstract class Mailer {
  abstract send(to: string, text: string): void
}

export class SmtpMailer extends Mailer {
  constructor(private readonly host: string) {
    super()
  }

  send(to: string, text: string): void {
    console.log(`${this.host}: to ${to}: ${text}`)
  }

  close(): void {
    console.log(`${this.host}: closed`)
  }
}
