import type { TimedRequest } from '../http/rows.ts'

/**
 * The timed requests. Responses are random, so `verify` inspects them instead of comparing strings.
 */
export const rows: Record<string, TimedRequest> = Object.fromEntries(
  ['/db', '/fortunes', '/queries?queries=20', '/updates?queries=20'].map((path) => [
    path,
    { method: 'GET', path, status: 200 },
  ]),
)
