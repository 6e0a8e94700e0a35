import { type Application, createApp, Config } from '@fw/core'
import { MemoryQueue, Queue } from '@fw/queue'
import { Database } from '../src/database.ts'
import { Mailer } from '../src/mailer.ts'

export class RecordingMailer extends Mailer {
  readonly sent: string[] = []

  async send(to: string, text: string): Promise<void> {
    this.sent.push(`${to}: ${text}`)
  }
}

const inMemory = Config.of({ DB_NAME: ':memory:' })

/** The application, with nothing that leaves the process. */
export function createShop(): Promise<Application> {
  return createApp(new URL('..', import.meta.url), {
    validateResponses: true,
    bootstrap(container) {
      container
        .bind(Database, () => new Database(inMemory))
        .instance(Queue, new MemoryQueue())
        .instance(Mailer, new RecordingMailer())
    },
  })
}

export function postOrder(
  { kernel }: Application,
  order: object,
): Promise<Response> {
  const init = { method: 'POST', body: JSON.stringify(order) }
  return kernel.fetch(new Request('http://localhost/orders', init))
}
