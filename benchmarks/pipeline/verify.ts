import type { Server } from '../http/server.ts'
import type { Row } from './rows.ts'

/** Throws where a contestant does not do the work that is timed. */
export async function verify({ name, port }: Server, row: string, expected: Row): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${expected.path}`, {
    headers: expected.headers ?? {},
  })
  const body = await response.text()
  const wrong = Object.entries(expected.answerHeaders)
    .map(([header, value]) => ({ header, value, found: response.headers.get(header) }))
    .filter(({ value, found }) => found === null || !value.test(found))
    .map(({ header, value, found }) => `${header}: ${found} in the place of ${value}`)
  if (response.status !== expected.status) wrong.push(`status ${response.status}`)
  if (body !== expected.answer) wrong.push(`body ${body.slice(0, 400)}`)
  if (wrong.length === 0) return
  throw new Error(`${name} answers "${row}" differently.\n  ${wrong.join('\n  ')}`)
}
