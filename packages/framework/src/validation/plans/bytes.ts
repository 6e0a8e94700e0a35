import type { ValuePlan } from '../value-plan.ts'

/** A `Uint8Array`, which is a base64 string (RFC 4648 §4) in JSON. */
export const bytesPlan: ValuePlan = {
  jsonTypes: ['string'],
  valueTypes: ['bytes'],
  code: 'type.bytes',
  message: 'must be base64.',
  test: (code, value) => `${value} instanceof Uint8Array || ${code.bind(isBase64)}(${value})`,
  accept: (code, value) =>
    `if (typeof ${value} === 'string') ${value} = ${code.bind(toBytes)}(${value});`,
  cast: (value) => value,
  schema: () => ({ type: 'string', contentEncoding: 'base64', pattern }),
}

const pattern =
  '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$'

/** True if encoding the decoded bytes gives the same string. A pattern would overflow the stack. */
function isBase64(value: unknown): boolean {
  return typeof value === 'string' && Buffer.from(value, 'base64').toString('base64') === value
}

/** Copies the bytes, because short buffers share memory with others. */
function toBytes(text: string): Uint8Array {
  const { buffer, byteOffset, byteLength } = Buffer.from(text, 'base64')
  return Buffer.from(buffer.slice(byteOffset, byteOffset + byteLength))
}
