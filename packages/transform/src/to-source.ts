import { Expression } from './described-type.ts'

/** Writes plain data, and the expressions in it, as a JavaScript expression on one line. */
export function toSource(value: unknown): string {
  if (value instanceof Expression) return value.text
  if (Array.isArray(value)) return `[${value.map(toSource).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined)
    return `{${entries.map(([key, item]) => `${keySource(key)}:${toSource(item)}`).join(',')}}`
  }
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  return JSON.stringify(value)
}

function keySource(key: string): string {
  if (key === '__proto__') return '["__proto__"]'
  return /^[a-z_]\w*$/i.test(key) ? key : JSON.stringify(key)
}
