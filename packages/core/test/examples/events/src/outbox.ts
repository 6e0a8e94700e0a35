export class Outbox {
  readonly mails: string[] = []

  async add(to: string, text: string): Promise<void> {
    this.mails.push(`${to}: ${text}`)
  }
}
