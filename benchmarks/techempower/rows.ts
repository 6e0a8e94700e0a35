import type { TimedRequest } from '../http/rows.ts'

/** What is timed. Answers are random, so that `verify` looks at them instead of comparing text. */
export const rows: Record<string, TimedRequest> = Object.fromEntries(
  ['/db', '/fortunes', '/queries?queries=20', '/updates?queries=20'].map((path) => [
    path,
    { method: 'GET', path, status: 200 },
  ]),
)
