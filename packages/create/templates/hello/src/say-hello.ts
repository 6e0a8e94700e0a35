import type { Job } from '@fw/queue'
import { Command, Logger, NotBlank } from '@fw/core'
import { Queue } from '@fw/queue'

/** A job: the constructor parameters are stored; a worker calls `handle` later. */
export class SayHello implements Job {
  constructor(@NotBlank() readonly name: string) {}

  handle(logger: Logger): void {
    logger.info(`Hello, ${this.name}!`)
  }
}

export class Greetings {
  constructor(private readonly queue: Queue) {}

  @Command('hello:later', { description: 'Lets a worker say hello.' })
  async later(name: string): Promise<void> {
    await this.queue.push(new SayHello(name))
  }
}
