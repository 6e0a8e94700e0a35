import type { TimedRequest } from './rows.ts'
import type { Server } from './server.ts'

/** A request, and the response of every contestant. */
export interface VerifiedRow extends TimedRequest {
  /** The body, or a function that checks it if contestants may use different messages. */
  readonly answer: string | ((body: string) => boolean)
  /** The headers that the row is about, of several names any, with the values that they must have. */
  readonly answerHeaders: Readonly<Record<string, string | RegExp>>
  /** Makes what the request finds. */
  readonly prepare?: () => Promise<void>
  /** Throws where the request has not left behind what it should, or the server at that port does something else wrong. */
  readonly check?: (port: number) => Promise<void>
}

/** Throws where a contestant does not do the work that is timed. */
export async function verifyRow(
  { name, port }: Server,
  row: string,
  expected: VerifiedRow,
): Promise<void> {
  await expected.prepare?.()
  const { method, path, headers, body: sent } = expected
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...(sent !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(sent !== undefined && { body: sent }),
  })
  const body = await response.text()
  const wrong = Object.entries(expected.answerHeaders)
    .map(([names, value]) => ({ names, value, found: foundIn(response.headers, names) }))
    .filter(({ value, found }) => !isAs(value, found))
    .map(({ names, value, found }) => `${names}: ${found} in the place of ${value}`)
  if (response.status !== expected.status) wrong.push(`status ${response.status}`)
  if (!isRight(expected.answer, body)) wrong.push(`body ${body.slice(0, 400)}`)
  if (wrong.length === 0) return expected.check?.(port)
  throw new Error(`${name} answers "${row}" differently.\n  ${wrong.join('\n  ')}`)
}

function isRight(answer: VerifiedRow['answer'], body: string): boolean {
  return typeof answer === 'string' ? body === answer : answer(body)
}

function foundIn(headers: Headers, names: string): string | null {
  const name = names.split('|').find((each) => headers.has(each))
  return name === undefined ? null : headers.get(name)
}

function isAs(value: string | RegExp, found: string | null): boolean {
  return typeof value === 'string' ? found === value : value.test(found ?? '')
}
