import { Container, type int } from '@fw/core'
import { type Job, MemoryQueue, Worker } from '@fw/queue'

class Mailer {
  send(to: string, text: string): void {
    console.log(`${to}: ${text}`)
    stop.abort()
  }
}

class SendWelcome implements Job {
  constructor(
    readonly to: string,
    readonly year: int,
  ) {}

  handle(mailer: Mailer): void {
    mailer.send(this.to, `Welcome! You joined us in ${this.year}.`)
  }
}

const stop = new AbortController()
const queue = new MemoryQueue()
await queue.push(new SendWelcome('ada@example.com', 2026), {
  maxAttempts: 5,
})
await new Worker(queue, new Container().boot()).run(stop.signal)
