import type { Outcome } from './exchange.ts'
import type { ExpectedResponse, FramingCase } from './framing-case.ts'
import type { RawResponse } from './read-responses.ts'

/** Describes how an outcome differs from what a case expects; undefined if it does not. */
export function faultOf(
  { responses, connection = 'kept', ends, matches }: FramingCase,
  outcome: Outcome,
): string | undefined {
  const found = finalResponses(outcome)
  const isRight =
    responses.length === found.length &&
    responses.every((expected, index) => isExpected(found[index] as RawResponse, expected))
  if (!isRight) return `${list(responses.map(describe))} expected, but ${describeOutcome(outcome)}`
  const expected = ends ? 'closed' : connection
  if (
    outcome.connection === 'stuck' ||
    (expected !== 'either' && outcome.connection !== expected)
  ) {
    return `the connection has to be ${expected}, but ${describeOutcome(outcome)}`
  }
  if (matches && !matches.test(outcome.received)) {
    return `\`${matches}\` expected, but ${describeOutcome(outcome)}`
  }
  return outcome.responses.map(faultOfHead).find((fault) => fault !== undefined)
}

/** Lists the statuses and what became of the connection: the same for servers that read the bytes alike. */
export function describeOutcome(outcome: Outcome): string {
  return `${describeResponses(outcome)}, ${outcome.connection}`
}

/** The same without the connection. */
export function describeResponses(outcome: Outcome): string {
  const responses = finalResponses(outcome).map(({ status, body }) =>
    status === 200 ? `200 ${JSON.stringify(body.slice(0, 60))}` : `${status}`,
  )
  return list(responses)
}

/** A server may send a 1xx before any response (RFC 9110 15.2). */
function finalResponses({ responses }: Outcome): RawResponse[] {
  return responses.filter(({ status }) => status >= 200)
}

function list(responses: readonly string[]): string {
  return responses.length === 0 ? 'no response' : responses.join(' and ')
}

function isExpected({ status, body }: RawResponse, expected: ExpectedResponse): boolean {
  if (typeof expected === 'number') return status === expected
  if ('status' in expected) return status === expected.status && body === expected.body
  return expected.includes(status)
}

function describe(expected: ExpectedResponse): string {
  if (typeof expected === 'number') return `${expected}`
  return 'status' in expected
    ? `${expected.status} ${JSON.stringify(expected.body.slice(0, 60))}`
    : expected.join(' or ')
}

/** Checks what is required of every response. */
function faultOfHead({ status, head }: RawResponse): string | undefined {
  const has = (name: string) => new RegExp(`^${name}:`, 'imu').test(head)
  if (status < 200 || status === 204) {
    if (has('content-length')) return `a ${status} has a Content-Length (RFC 9110 8.6)`
    if (has('transfer-encoding')) return `a ${status} has a Transfer-Encoding (RFC 9112 6.1)`
  }
  const needsDate = status >= 200 && status < 500
  if (needsDate && !has('date')) return `a ${status} has no Date (RFC 9110 6.6.1)`
  return undefined
}
