// #region program
import { Container, Kernel, Router } from '@fw/core'
import { Mailer } from './src/mailer.ts'
import { Orders } from './src/orders.ts'

const sent: string[] = []

class RecordingMailer extends Mailer {
  send(to: string, text: string): void {
    sent.push(`${to}: ${text}`)
  }
}

const container = new Container()
  .instance(Mailer, new RecordingMailer())
  .boot()
const kernel = new Kernel(container, new Router().register(Orders))

await kernel.fetch(
  new Request('http://localhost/orders/tea', { method: 'POST' }),
)
console.log(sent) // [ 'nobody@example.com: You have ordered tea.' ]
// #endregion
export { sent }
