import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  Body,
  BodyLimit,
  Config,
  HttpError,
  type HttpRequest,
  type Middleware,
  type Next,
  Post,
  Stage,
  Use,
} from '@fw/core'

/** Lets through what the sender has signed: the bytes of the body, as they came. */
@Stage('authenticate')
export class Signed implements Middleware {
  readonly #secret: string

  constructor(config: Config) {
    this.#secret = config.string('WEBHOOK_SECRET')
  }

  async handle(request: HttpRequest, next: Next) {
    const hmac = createHmac('sha256', this.#secret).update(await request.bytes())
    const expected = Buffer.from(`sha256=${hmac.digest('hex')}`)
    const given = Buffer.from(request.header('x-signature') ?? '')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new HttpError(401, 'The signature does not match the body.')
    }
    return next()
  }
}

class Paid {
  constructor(
    readonly order: number,
    readonly amount: number,
  ) {}
}

export class Webhooks {
  @Use(Signed)
  @BodyLimit('64KiB')
  @Post('/webhooks/paid', { status: 202 })
  paid(@Body() paid: Paid) {
    return paid
  }
}
