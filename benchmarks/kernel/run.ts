import '@fw/transform/register'
import { type Answer, answer, readsBody } from '../http/by-hand.ts'
import { type Exchange, rows } from '../http/rows.ts'
import { runInProcess } from '../in-process.ts'
import type { MeasuredCall } from '../measure.ts'

const { HttpRequest } = await import('@fw/core')
const { createKernel } = await import('../http/kernel.ts')

/** The input that adapters give to the kernel, without a socket behind it. */
class NeutralRequest extends HttpRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly #body: string

  constructor({ method, path, body = '' }: Exchange) {
    super()
    const [start = '', query = ''] = path.split('?')
    this.method = method
    this.path = start
    this.query = query
    this.#body = body
  }

  header(name: string): string | undefined {
    return name === 'content-type' && this.#body !== '' ? 'application/json' : undefined
  }

  protected async receiveText(): Promise<string> {
    return this.#body
  }

  protected async receiveBytes(
    _limit: number,
    take: (bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>,
  ): Promise<void> {
    await take(Buffer.from(this.#body))
  }

  protected receiveStream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new Blob([this.#body]).stream()
  }

  toRequest(): Request {
    return new Request(`http://localhost${this.path}`, { method: this.method })
  }

  protected get peer() {
    return { address: '127.0.0.1', secure: false, host: 'localhost' }
  }

  get clientSignal(): AbortSignal {
    return new AbortController().signal
  }
}

const kernel = createKernel()

await runInProcess<NeutralRequest>({
  name: 'kernel',
  description: [
    'The requests of the HTTP benchmark without sockets: neutral request in, neutral reply out, with its',
    'body as text. Median of the rounds and of their ratios, in brackets the middle half.',
  ],
  subject: 'row',
  contestants: {
    'hand-written': (request): Answer | Promise<Answer> => {
      const { method, path, query } = request
      if (!readsBody(method, path)) return answer(method, path, query, '')
      return request.readText(Infinity).then((body) => answer(method, path, query, body))
    },
    fw: (request) => kernel.handle(request),
  },
  rows: Object.fromEntries(
    Object.entries(rows).map(([title, exchange]) => [
      title,
      {
        verify: (call: MeasuredCall<NeutralRequest>, name: string) => verify(call, name, exchange),
        createInputs: () => Array.from({ length: 100 }, () => new NeutralRequest(exchange)),
        isAsync: exchange.body !== undefined,
      },
    ]),
  ),
})

async function verify(
  call: MeasuredCall<NeutralRequest>,
  name: string,
  exchange: Exchange,
): Promise<void> {
  const { status, body } = (await call(new NeutralRequest(exchange))) as Answer
  if (status === exchange.status && body === exchange.answer) return
  throw new Error(`${name} answers ${exchange.path} with ${status} ${String(body)}.`)
}
