import { HttpError } from '../message/http-error.ts'

/** The fields of a form, under their names as sent. */
export type FlatFields = Record<string, unknown>

const deepest = 32

/** Converts `customer[name]`, `customer.name` and `lines[0][sku]` to nested objects without a prototype. */
export function nestFields(flat: FlatFields): Record<string, unknown> {
  const nested = Object.create(null) as Record<string, unknown>
  for (const name of Object.keys(flat)) {
    if (isNested(name)) place(nested, partsOf(name), flat[name])
    else nested[name] = merge(nested[name], flat[name])
  }
  return nested
}

function isNested(name: string): boolean {
  return name.includes('[') || name.includes('.')
}

function partsOf(name: string): string[] {
  const parts = name.split(/[.[]/u, deepest + 1).map((part) => part.replace(/\]$/u, ''))
  if (parts.length > deepest) {
    throw nestedTooDeeply(name.slice(0, 100))
  }
  return parts
}

export function nestedTooDeeply(name: string): HttpError {
  return new HttpError(400, `The field "${name}" is nested too deeply.`)
}

function place(root: Record<string, unknown>, parts: readonly string[], value: unknown): void {
  let owner = root
  for (const [index, part] of parts.entries()) {
    const rest = parts.length - index - 1
    // "tags[]" means that tags is a list, not that it has a field without a name.
    if (rest === 0 || (rest === 1 && parts[index + 1] === '')) {
      const isList = rest === 1 && !Array.isArray(value)
      owner[part] = merge(owner[part], isList ? [value] : value)
      return
    }
    const child = owner[part]
    const isOwner =
      typeof child === 'object' && child !== null && Object.getPrototypeOf(child) === null
    if (!isOwner) owner[part] = Object.create(null)
    owner = owner[part] as Record<string, unknown>
  }
}

function merge(earlier: unknown, value: unknown): unknown {
  if (earlier === undefined) return value
  return [earlier, value].flat()
}
