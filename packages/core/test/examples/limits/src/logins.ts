import { Body, HttpError, Post } from '@fw/core'
import { RateLimiter } from '@fw/core/web'

class Credentials {
  constructor(
    readonly email: string,
    readonly password: string,
  ) {}
}

export class Logins {
  constructor(private readonly limiter: RateLimiter) {}

  @Post('/logins')
  async login(@Body() given: Credentials) {
    const { email, password } = given
    await this.limiter.take('logins', email.toLowerCase(), 5, '15m')
    if (password !== 'correct horse') {
      throw new HttpError(401, 'That is not the password.')
    }
    return { email }
  }
}
