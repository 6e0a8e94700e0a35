import type { TimedRequest } from '../http/rows.ts'

/** A request, and what every contestant answers. */
export interface Row extends TimedRequest {
  readonly answer: string
  /** The headers that the row is about, with the values that they must have. */
  readonly answerHeaders: Readonly<Record<string, RegExp>>
}

const hello = JSON.stringify({ message: 'Hello, World!' })
const json = /^application\/json(?:; charset=utf-8)?$/iu

export const rows = {
  none: get('/none', hello, { 'content-type': json }),
  header: get('/header', hello, { 'content-type': json, 'x-version': /^1$/u }),
} satisfies Record<string, Row>

export type RowName = keyof typeof rows

function get(path: string, answer: string, answerHeaders: Row['answerHeaders']): Row {
  return { method: 'GET', path, status: 200, answer, answerHeaders }
}
