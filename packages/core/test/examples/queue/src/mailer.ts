/** Sends mail; the example writes it down. */
export class Mailer {
  readonly sent: string[] = []

  async send(to: string, text: string) {
    this.sent.push(`${to}: ${text}`)
  }
}
