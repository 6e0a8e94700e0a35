import type { DialectName } from '@fw/query'
import {
  reflect,
  wireOf,
  type Class,
  type ParameterReflection,
  type TableAttribute,
  type TypeInfo,
} from '@fw/core'
import type { Column } from './column.ts'
import { enumProblem, familiesFor } from './expectation.ts'

/** Returns the differences between a class and its table, one per line. */
export function compareClass(
  type: Class,
  { table, options }: TableAttribute,
  tables: ReadonlyMap<string, readonly Column[]>,
  dialect: DialectName,
): string[] {
  const { name, at, parameters } = reflect(type)
  const columns = tables.get(table)
  if (!columns)
    return [
      `${name} (${at}): the table ${table} does not exist. Run "fw migrate", or correct the name in @Table.`,
    ]
  const writes = options.writes === true
  const matched = new Set<Column>()
  const lines = parameters.flatMap((parameter) => {
    const column = findColumn(parameter.name, columns, options.columns ?? {})
    if (column) matched.add(column)
    const actual = column
      ? `${table}.${column.name} is ${describe(column)}`
      : `${table} has no such column`
    const expected = column
      ? differences(parameter, column, writes, dialect)
      : [namesOf(parameter.name, options.columns ?? {}).join(' or ')]
    return expected.map(
      (each) => `${name}.${parameter.name} (${parameter.at}): ${actual}, expected ${each}.`,
    )
  })
  const missingParameters = writes
    ? columns.filter((column) => !matched.has(column) && !column.isNullable && !column.hasDefault)
    : []
  return [
    ...lines,
    ...missingParameters.map(
      (column) =>
        `${name} (${at}): ${table}.${column.name} is ${describe(column)} without a default, but the class has no parameter for it. Add one, or set a default.`,
    ),
  ]
}

function findColumn(
  parameter: string,
  columns: readonly Column[],
  columnNames: Readonly<Record<string, string>>,
): Column | undefined {
  const names = namesOf(parameter, columnNames)
  return names.map((name) => columns.find((column) => column.name === name)).find(Boolean)
}

function namesOf(parameter: string, columnNames: Readonly<Record<string, string>>): string[] {
  const columnName = Object.hasOwn(columnNames, parameter) ? columnNames[parameter] : undefined
  if (columnName !== undefined) return [columnName]
  const snake = parameter.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
  return [...new Set([snake, parameter])]
}

function differences(
  parameter: ParameterReflection,
  column: Column,
  writes: boolean,
  dialect: DialectName,
): string[] {
  const type = typeOf(parameter.type)
  const expected: string[] = []
  const families = familiesFor(type, dialect)
  if (families && column.family !== 'other' && !families.includes(column.family)) {
    expected.push(families.join(' or '))
  }
  const takesNull = type.nullable === true || type.kind === 'unknown' || type.kind === 'null'
  if (column.isNullable && !takesNull) expected.push('NOT NULL')
  if (writes && !column.isNullable && type.nullable === true)
    expected.push('a column that may be null')
  const problem = enumProblem(type, column, writes)
  if (problem !== undefined) expected.push(problem)
  const maxLength = maxLengthOf(parameter)
  if (maxLength !== undefined && column.length !== undefined && column.length !== maxLength) {
    expected.push(`${maxLength} characters`)
  }
  return expected
}

/**
 * Returns the type to compare with a column. For a class: its JSON type if `scalar` defines one,
 * otherwise a record.
 */
function typeOf(type: TypeInfo): TypeInfo {
  const wire = type.kind === 'class' ? wireOf(type.class) : undefined
  if (type.kind !== 'class') return type
  const nullable = type.nullable === true ? ({ nullable: true } as const) : {}
  if (wire === undefined) return { kind: 'record', values: { kind: 'unknown' }, ...nullable }
  return { kind: wire === 'integer' ? 'int' : wire, ...nullable }
}

function maxLengthOf({ attributes }: ParameterReflection): number | undefined {
  for (const attribute of attributes) {
    const { jsonSchema } = attribute as { jsonSchema?(): { readonly maxLength?: number } }
    const length = jsonSchema?.call(attribute).maxLength
    if (length !== undefined) return length
  }
  return undefined
}

function describe({ type, isNullable }: Column): string {
  return `${type || 'of no type'}${isNullable ? ', may be null' : ''}`
}
