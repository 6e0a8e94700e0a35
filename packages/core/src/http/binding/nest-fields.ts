import { HttpError } from '../message/http-error.ts'

/** The fields of a form or query string, by the names that the client has sent. */
export type FlatFields = Record<string, unknown>

const maxDepth = 32

/** Converts `customer[name]`, `customer.name` and `lines[0][sku]` to nested objects without a prototype. */
export function nestFields(flat: FlatFields): Record<string, unknown> {
  const nested = Object.create(null) as Record<string, unknown>
  for (const name of Object.keys(flat)) {
    if (isNested(name)) setNested(nested, keysOf(name), flat[name])
    else nested[name] = merge(nested[name], flat[name])
  }
  return nested
}

function isNested(name: string): boolean {
  return name.includes('[') || name.includes('.')
}

function keysOf(name: string): string[] {
  const keys = name.split(/[.[]/u, maxDepth + 1).map((key) => key.replace(/\]$/u, ''))
  if (keys.length > maxDepth) {
    throw nestedTooDeeply(name.slice(0, 100))
  }
  return keys
}

export function nestedTooDeeply(name: string): HttpError {
  return new HttpError(400, `The field "${name}" is nested too deeply.`)
}

function setNested(root: Record<string, unknown>, keys: readonly string[], value: unknown): void {
  let owner = root
  for (const [index, key] of keys.entries()) {
    const rest = keys.length - index - 1
    // "tags[]" means that tags is a list, not that it has a field without a name.
    if (rest === 0 || (rest === 1 && keys[index + 1] === '')) {
      const isList = rest === 1 && !Array.isArray(value)
      owner[key] = merge(owner[key], isList ? [value] : value)
      return
    }
    const child = owner[key]
    const isObject =
      typeof child === 'object' && child !== null && Object.getPrototypeOf(child) === null
    if (!isObject) owner[key] = Object.create(null)
    owner = owner[key] as Record<string, unknown>
  }
}

function merge(existing: unknown, value: unknown): unknown {
  if (existing === undefined) return value
  return [existing, value].flat()
}
