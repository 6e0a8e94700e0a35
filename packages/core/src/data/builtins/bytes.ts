import type { ValuePlan } from '../validation/value-plan.ts'
import type { BuiltinType } from './builtin-type.ts'

const plan: ValuePlan = {
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

/** A `Uint8Array`: a base64 string (RFC 4648 §4) inside JSON, or the body of a binary response. */
export const bytes: BuiltinType = {
  jsonType: 'string',
  plan: () => plan,
  jsonForm: () => (value) => (value instanceof Uint8Array ? toBase64(value) : value),
  mediaType: 'application/octet-stream',
  client: {
    decoder: () => 'runtime.bytes',
    whole: { type: 'Uint8Array', reader: 'wholeBytes' },
  },
}

const pattern =
  '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$'

/**
 * True if encoding the decoded bytes gives the same string. A regular expression would overflow the stack for long
 * strings.
 */
function isBase64(value: unknown): boolean {
  return typeof value === 'string' && Buffer.from(value, 'base64').toString('base64') === value
}

/** Decodes base64. Copies the bytes, because short buffers share memory with others. */
function toBytes(text: string): Uint8Array {
  const { buffer, byteOffset, byteLength } = Buffer.from(text, 'base64')
  return Buffer.from(buffer.slice(byteOffset, byteOffset + byteLength))
}

function toBase64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}
