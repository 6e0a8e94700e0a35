import { Command, type int } from '@fw/core'
import type { Job, Queue } from '@fw/queue'

class Printer {
  print(line: string): void {
    console.log(line)
  }
}

export class PrintReceipt implements Job {
  constructor(readonly order: int) {}

  handle(printer: Printer): void {
    printer.print(`Receipt of order ${this.order}.`)
  }
}

export class Receipts {
  constructor(private readonly queue: Queue) {}

  @Command('receipts:send', { description: 'Sends the receipt of an order.' })
  async send(order: int): Promise<void> {
    await this.queue.push(new PrintReceipt(order))
  }
}
