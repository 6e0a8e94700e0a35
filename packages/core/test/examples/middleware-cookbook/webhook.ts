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

/** Accepts bodies that the sender has signed, byte by byte. */
@Stage('authenticate')
export class Signed implements Middleware {
  readonly #secret: string

  constructor(config: Config) {
    this.#secret = config.string('WEBHOOK_SECRET')
  }

  async handle(request: HttpRequest, next: Next) {
    const hmac = createHmac('sha256', this.#secret)
    const digest = hmac.update(await request.bytes()).digest('hex')
    const expected = Buffer.from(`sha256=${digest}`)
    const given = Buffer.from(request.header('x-signature') ?? '')
    const isSigned =
      given.length === expected.length &&
      timingSafeEqual(given, expected)
    if (isSigned) return next()
    throw new HttpError(401, 'The signature does not match the body.')
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
