import type { Bindable } from '../value.ts'

/** Values as the drivers of PostgreSQL take them: lists become SQL arrays in their text form. */
export function toPostgresValues(values: readonly Bindable[]): readonly unknown[] {
  return values.some(Array.isArray)
    ? values.map((value) => (isList(value) ? toArrayText(value) : value))
    : values
}

function isList(value: Bindable): value is readonly Bindable[] {
  return Array.isArray(value)
}

function toArrayText(list: readonly Bindable[]): string {
  return `{${list.map(toElement).join(',')}}`
}

function toElement(value: Bindable): string {
  if (value === null) return 'NULL'
  if (isList(value)) return toArrayText(value)
  if (value instanceof Date) return `"${value.toISOString()}"`
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`
  return `"${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
