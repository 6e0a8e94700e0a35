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
    await this.queue.push(new SendWelcome(person.email, new Date()), { delaySeconds: 5 })
  }
}
