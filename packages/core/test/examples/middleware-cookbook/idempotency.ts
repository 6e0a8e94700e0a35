import { createHash } from 'node:crypto'
import {
  Body,
  HttpError,
  type HttpRequest,
  type int,
  type Middleware,
  type Next,
  Post,
  type Reply,
  Use,
} from '@fw/core'

interface Kept {
  /** The hash of the body. */
  readonly body: string
  readonly reply: Promise<Reply>
}

/** A request that is repeated with the same key runs only once. */
export class Idempotent implements Middleware {
  readonly #kept = new Map<string, Kept>()

  async handle(request: HttpRequest, next: Next): Promise<Reply> {
    const key = request.header('idempotency-key') ?? ''
    if (key === '' || key.length > 200) {
      throw new HttpError(400, 'Send an Idempotency-Key.')
    }
    const id = `${request.method} ${request.path} ${key}`
    const body = createHash('sha256')
      .update(await request.bytes())
      .digest('base64')
    const kept = this.#kept.get(id)
    if (!kept) return this.#run(id, body, next)
    if (kept.body === body) return kept.reply
    throw new HttpError(422, 'This key was sent with another body.')
  }

  async #run(id: string, body: string, next: Next): Promise<Reply> {
    const reply = Promise.resolve(next(whole))
    this.#kept.set(id, { body, reply })
    this.#forgetOldest()
    // A failed request may be repeated.
    const hasFailed = await reply.then(
      ({ status }) => status >= 500,
      () => true,
    )
    if (hasFailed) this.#kept.delete(id)
    return reply
  }

  #forgetOldest() {
    const [oldest = ''] = this.#kept.keys()
    if (this.#kept.size > 10_000) this.#kept.delete(oldest)
  }
}

/** A stream can be sent once; its bytes can be sent again. */
async function whole(reply: Reply) {
  if (!(reply.body instanceof ReadableStream)) return reply
  return reply.withBody(await new Response(reply.body).bytes())
}

class Payment {
  constructor(readonly amount: int) {}
}

export class Payments {
  #last = 0

  @Use(Idempotent)
  @Post('/payments', { status: 201 })
  async pay(@Body() payment: Payment) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    this.#last += 1
    return { payment: this.#last, amount: payment.amount }
  }
}
