// A handwritten program for this one tool, which follows every rule of the protocol and is fast.
import { quote, type QuoteLine } from './quote.ts'

export interface Answer {
  status: number
  text: string
}

export type ReadHeader = (name: string) => string | undefined

type Members = Record<string, unknown>

const modern = '2026-07-28'
const legacyVersions = new Set(['2025-03-26', '2025-06-18', '2025-11-25'])
const prefix = 'io.modelcontextprotocol/'
const serverInfo = JSON.stringify({ [`${prefix}serverInfo`]: { name: 'shop', version: '1.0.0' } })

/** `header` is undefined over stdio, which has none. */
export function answerText(body: string, header?: ReadHeader): Answer {
  let message: unknown
  try {
    message = JSON.parse(body)
  } catch {
    return failure(400, null, -32700, 'Not JSON.')
  }
  if (!isObject(message) || message.jsonrpc !== '2.0' || typeof message.method !== 'string') {
    return failure(400, null, -32600, 'Not a request.')
  }
  const { id, method, params = {} } = message
  if (typeof id !== 'string' && !Number.isInteger(id)) {
    return failure(400, null, -32600, 'The id is neither a string nor an integer.')
  }
  if (!isObject(params)) return failure(400, id, -32600, 'The params are no object.')
  return answerRequest(id, method, params, header)
}

function answerRequest(id: unknown, method: string, params: Members, header?: ReadHeader): Answer {
  const meta = isObject(params._meta) ? params._meta : undefined
  const version = header?.('mcp-protocol-version')
  const isModern = version === modern || (meta !== undefined && hasClaim(meta))
  if (isModern) {
    const claimed = meta?.[`${prefix}protocolVersion`]
    if (typeof claimed !== 'string') return failure(400, id, -32602, 'No protocol version.')
    if (!isObject(meta?.[`${prefix}clientCapabilities`])) {
      return failure(400, id, -32602, 'No client capabilities.')
    }
    if (header && version !== claimed) return failure(400, id, -32020, 'Another version.')
    if (claimed !== modern) return failure(400, id, -32022, 'An unsupported version.')
    if (header && header('mcp-method') !== method)
      return failure(400, id, -32020, 'Another method.')
    if (header && header('mcp-name') !== params.name)
      return failure(400, id, -32020, 'Another name.')
  } else if (version !== undefined && !legacyVersions.has(version)) {
    return failure(400, id, -32600, 'An unsupported version.')
  }
  if (method !== 'tools/call') return failure(isModern ? 404 : 200, id, -32601, 'No such method.')
  if (params.name !== 'quote') return failure(200, id, -32602, 'No such tool.')
  const { arguments: given = {} } = params
  if (!isObject(given)) return failure(200, id, -32602, 'The arguments are no object.')
  const result = callQuote(given)
  const start = isModern ? `{"resultType":"complete","_meta":${serverInfo},` : '{'
  return {
    status: 200,
    text: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${start}${result}}}`,
  }
}

function callQuote(given: Members): string {
  const errors = check(given)
  if (errors.length > 0) {
    const text = JSON.stringify(JSON.stringify({ errors: Object.fromEntries(errors) }))
    return `"content":[{"type":"text","text":${text}}],"isError":true`
  }
  const lines = (given.lines as QuoteLine[]).map(({ sku, quantity, price }) => ({
    sku,
    quantity,
    price,
  }))
  const json = JSON.stringify(quote(given.customer as string, lines))
  return `"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json},"isError":false`
}

function check({ customer, lines }: Members): [string, string[]][] {
  const errors: [string, string[]][] = []
  const fail = (key: string, message: string) => errors.push([key, [message]])
  if (typeof customer !== 'string') fail('customer', 'must be a string.')
  else if ([...customer].length < 2) fail('customer', 'must be at least 2 characters.')
  if (!Array.isArray(lines)) {
    fail('lines', 'must be an array.')
    return errors
  }
  for (let index = 0; index < lines.length; index++) {
    const line: unknown = lines[index]
    if (!isObject(line)) {
      fail(`lines.${index}`, 'must be an object.')
      continue
    }
    if (typeof line.sku !== 'string') fail(`lines.${index}.sku`, 'must be a string.')
    else if (!/^[A-Z]{3}-\d{4}$/u.test(line.sku))
      fail(`lines.${index}.sku`, 'must match the pattern.')
    if (!Number.isSafeInteger(line.quantity)) fail(`lines.${index}.quantity`, 'must be an integer.')
    else if ((line.quantity as number) <= 0)
      fail(`lines.${index}.quantity`, 'must be greater than 0.')
    if (!Number.isFinite(line.price)) fail(`lines.${index}.price`, 'must be a number.')
  }
  return errors
}

function hasClaim(meta: Members): boolean {
  for (const key of Object.keys(meta)) if (key.startsWith(prefix)) return true
  return false
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function failure(status: number, id: unknown, code: number, message: string): Answer {
  return { status, text: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }) }
}
