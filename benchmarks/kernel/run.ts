import '@fw/transform/register'
import { parseArgs } from 'node:util'
import { writeEvidence } from '../evidence.ts'
import { type Answer, answer, readsBody } from '../http/by-hand.ts'
import { type Exchange, rows } from '../http/rows.ts'
import { measure, tableHead, tableRow } from '../measure.ts'

const { createKernel } = await import('../http/kernel.ts')

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '25' },
    rows: { type: 'string' },
    evidence: { type: 'boolean', default: false },
  },
})

/** What the kernel is given by its adapters, without a socket behind it. */
class NeutralRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly #body: string

  constructor({ method, path, body = '' }: Exchange) {
    const [start = '', query = ''] = path.split('?')
    this.method = method
    this.path = start
    this.query = query
    this.#body = body
  }

  header(name: string): string | undefined {
    return name === 'content-type' && this.#body !== '' ? 'application/json' : undefined
  }

  async readText<T>(_limit: number, use: (text: string) => T | Promise<T>): Promise<T> {
    return use(this.#body)
  }

  async passBytes(
    _limit: number,
    take: (bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>,
  ): Promise<void> {
    await take(Buffer.from(this.#body))
  }

  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new Blob([this.#body]).stream()
  }

  toRequest(): Request {
    return new Request(`http://localhost${this.path}`, { method: this.method })
  }

  get signal(): AbortSignal {
    return new AbortController().signal
  }
}

const kernel = createKernel()
const contestants = {
  'hand-written': (request: NeutralRequest): Answer | Promise<Answer> => {
    const { method, path, query } = request
    if (!readsBody(method, path)) return answer(method, path, query, '')
    return request.readText(0, (body) => answer(method, path, query, body))
  },
  fw: (request: NeutralRequest) => kernel.handle(request),
}

const chosen = options.rows?.split(',') ?? Object.keys(rows)
const lines: string[] = []
for (const [row, exchange] of Object.entries(rows)) {
  if (!chosen.includes(row)) continue
  for (const [name, handle] of Object.entries(contestants)) {
    const { status, body } = await handle(new NeutralRequest(exchange))
    if (status === exchange.status && body === exchange.answer) continue
    throw new Error(`${name} answers ${row} with ${status} ${String(body)}.`)
  }
  const found = await measure<NeutralRequest>(contestants, {
    rounds: Number(options.rounds),
    isAsync: exchange.body !== undefined,
    createInputs: () => Array.from({ length: 100 }, () => new NeutralRequest(exchange)),
  })
  if (lines.length === 0) lines.push(tableHead('row', found))
  lines.push(tableRow(row, found))
}

const table = lines.join('\n')
console.log(table)
if (options.evidence) {
  writeEvidence('kernel', [
    'The requests of the HTTP benchmark without sockets: neutral request in, neutral reply out, with its',
    'body as text. Median of the rounds and of their ratios, in brackets the middle half.',
    '',
    table,
  ])
}
