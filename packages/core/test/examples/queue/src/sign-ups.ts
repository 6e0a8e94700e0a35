import { Body, Post } from '@fw/core'
import { Queue } from '@fw/queue'
import { SendWelcome } from './send-welcome.ts'

export class SignUp {
  constructor(readonly email: string) {}
}

export class SignUps {
  constructor(private readonly queue: Queue) {}

  @Post('/sign-ups', { status: 202 })
  async take(@Body() person: SignUp) {
    const job = new SendWelcome(person.email, new Date())
    await this.queue.push(job, { delaySeconds: 5 })
  }
}
