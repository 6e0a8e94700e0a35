import { isDeepStrictEqual } from 'node:util'
import { exchanges, headers, type Exchange } from './messages.ts'

/** Throws where a contestant's answer over HTTP does not hold the result. */
export async function verifyHttp(name: string, port: number): Promise<void> {
  for (const [era, exchange] of Object.entries(exchanges)) {
    const valid = await post(port, exchange, exchange.message)
    expectResult(`${name}, ${era}`, valid, exchange)
    const { status, text } = await post(port, exchange, withoutLines(exchange))
    if (status !== 200 || resultOf(text)['isError'] !== true) {
      throw new Error(`${name}, ${era}: invalid arguments are answered with ${status} ${text}`)
    }
  }
  const { modern } = exchanges as { modern: Exchange }
  for (const header of Object.keys(modern.headers)) {
    const wrong = { ...modern, headers: { ...modern.headers, [header]: 'wrong' } }
    const { status, text } = await post(port, wrong, modern.message)
    if (status !== 400)
      throw new Error(`${name}: a wrong ${header} is answered with ${status} ${text}`)
  }
}

/** Throws where a contestant's answer over stdio does not hold the result. */
export async function verifyStdio(
  name: string,
  era: string,
  ask: (message: object) => Promise<string>,
): Promise<void> {
  const exchange = exchanges[era] as Exchange
  expectResult(`${name}, ${era}`, { status: 200, text: await ask(exchange.message) }, exchange)
  const text = await ask(withoutLines(exchange))
  if (resultOf(text)['isError'] !== true) {
    throw new Error(`${name}, ${era}: invalid arguments are answered with ${text}`)
  }
}

interface Answer {
  status: number
  text: string
}

async function post(port: number, exchange: Exchange, message: object): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    headers: { ...headers, ...exchange.headers },
    body: JSON.stringify(message),
  })
  return { status: response.status, text: await response.text() }
}

/** True if a response contains the result of an era. */
export function isResult(era: string, text: string): boolean {
  return holds(text, exchanges[era] as Exchange)
}

function expectResult(name: string, { status, text }: Answer, exchange: Exchange): void {
  if (status !== 200 || !holds(text, exchange)) throw new Error(`${name}: found ${status} ${text}`)
}

function holds(text: string, expected: Exchange): boolean {
  const { content, structuredContent } = resultOf(text) as {
    content?: Text[]
    structuredContent?: unknown
  }
  return (
    isDeepStrictEqual(structuredContent, expected.structuredContent) &&
    content?.[0]?.text === JSON.stringify(expected.structuredContent)
  )
}

interface Text {
  text: string
}

/** Returns the result of a response in JSON, or in one event. */
function resultOf(text: string): Record<string, unknown> {
  const json = text.startsWith('{') ? text : (/^data: (.*)$/mu.exec(text)?.[1] ?? 'null')
  return (JSON.parse(json) as { result?: Record<string, unknown> } | null)?.result ?? {}
}

function withoutLines({ message }: Exchange): object {
  const { params, ...rest } = message as { params: { arguments: object } }
  return { ...rest, params: { ...params, arguments: { ...params.arguments, lines: 7 } } }
}
