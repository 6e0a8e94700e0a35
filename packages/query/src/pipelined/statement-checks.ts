import { InvalidQuery } from '../sql/errors.ts'

const control =
  /^\s*(?:begin|start\s+transaction|commit|end|rollback|abort|savepoint|release|prepare\s+transaction)\b/i

/** On a shared connection a BEGIN would take in the statements of others. */
export function refuseTransactionControl(text: string | undefined): void {
  if (text === undefined || !control.test(text)) return
  throw new InvalidQuery(
    'PipelinedPool: query() shares its connection with others, so a transaction cannot be steered by it. ' +
      'Use transaction(pool, …), or connect() and release().',
  )
}

/** Converts once what the driver will convert: an error after it has begun to write would upset its client. */
export function refuseUnsendable(values: readonly unknown[] | undefined): void {
  for (const value of values ?? []) {
    if (typeof value !== 'object' || value === null) continue
    if (value instanceof Date || ArrayBuffer.isView(value)) continue
    if (Array.isArray(value)) refuseUnsendable(value)
    else if (!('toPostgres' in value)) JSON.stringify(value)
  }
}
