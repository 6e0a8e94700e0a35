import type { DialectName } from '@fw/query'
import type { TypeInfo } from '@fw/core'
import type { Column, Family } from './column.ts'

/** Returns the kinds of columns that are valid for a declared type; undefined if all kinds are valid. */
export function familiesFor(type: TypeInfo, dialect: DialectName): readonly Family[] | undefined {
  // SQLite stores dates and times as strings, and booleans as numbers.
  const isSqlite = dialect === 'sqlite'
  switch (type.kind) {
    case 'string':
    case 'template':
      return ['text', 'integer', 'decimal', 'float', 'moment', 'date', 'time']
    case 'number':
      return ['integer', 'decimal', 'float']
    case 'int':
      return ['integer', 'decimal']
    case 'bigint':
      return ['integer']
    case 'boolean':
      return isSqlite ? ['boolean', 'integer'] : ['boolean']
    case 'enum':
      return type.values.every((value) => typeof value === 'string')
        ? ['text']
        : ['integer', 'decimal', 'float', 'text']
    case 'array':
    case 'tuple':
      return ['json', 'list', 'text']
    case 'record':
    case 'object':
      return ['json', 'text']
    case 'builtin':
      return builtins[type.name]?.concat(isSqlite && timeTypes.has(type.name) ? ['text'] : [])
    default:
      return undefined
  }
}

const timeTypes = new Set([
  'Date',
  'Temporal.Instant',
  'Temporal.PlainDate',
  'Temporal.PlainDateTime',
])

const builtins: Readonly<Partial<Record<string, Family[]>>> = {
  Date: ['moment', 'date'],
  Map: ['json', 'text'],
  Set: ['json', 'list', 'text'],
  Uint8Array: ['binary'],
  URL: ['text'],
  'Temporal.Instant': ['moment'],
  'Temporal.PlainDate': ['date'],
  'Temporal.PlainDateTime': ['moment'],
  'Temporal.PlainTime': ['time', 'text'],
  'Temporal.Duration': ['text'],
}

/** Describes how the values of an enum column differ from the type in the class; undefined if they fit it. */
export function enumProblem(
  type: TypeInfo,
  { values }: Column,
  writes: boolean,
): string | undefined {
  if (type.kind !== 'enum' || values === undefined) return undefined
  const declared = type.values.map(String)
  const undeclared = values.filter((value) => !declared.includes(value))
  if (undeclared.length > 0) return `the class to include ${undeclared.join(', ')}`
  const missing = writes ? declared.filter((value) => !values.includes(value)) : []
  return missing.length > 0 ? `the column to allow ${missing.join(', ')}` : undefined
}
