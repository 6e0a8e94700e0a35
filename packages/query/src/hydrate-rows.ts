import type * as Framework from 'fw'
import type { Row } from './connection.ts'
import { converterFor, type Converter } from './convert-column.ts'
import { InvalidRow } from './errors.ts'

/** A class whose constructor parameters are columns. */
export type RowClass<T> = Framework.Class<T>

/** The framework is loaded when the first row becomes an object: rows alone do without it. */
let framework: typeof Framework | undefined

const converters = new WeakMap<object, readonly ColumnConverter[]>()

interface ColumnConverter {
  readonly column: string
  readonly convert: Converter
}

/** Builds an object from each row, its constraints checked. Throws `InvalidRow` for the first that does not fit. */
export async function hydrateRows<T extends object>(
  rows: readonly Row[],
  type: RowClass<T>,
): Promise<T[]> {
  framework ??= await import('fw')
  const { Hydrator, ValidationFailed } = framework
  const hydrator = new Hydrator()
  const plan = convertersOf(type, framework)
  return rows.map((row, index) => {
    convertColumns(row, plan)
    try {
      return hydrator.hydrate(type, row)
    } catch (error) {
      throw error instanceof ValidationFailed
        ? new InvalidRow(type.name, index, error.errors, Object.keys(row))
        : error
    }
  })
}

function convertColumns(row: Row, plan: readonly ColumnConverter[]): void {
  for (const { column, convert } of plan) {
    const value = row[column]
    if (value !== null && value !== undefined) row[column] = convert(value)
  }
}

function convertersOf(
  type: RowClass<object>,
  { reflect }: typeof Framework,
): readonly ColumnConverter[] {
  let found = converters.get(type)
  if (!found) {
    found = reflect(type).parameters.flatMap((parameter) => {
      const convert = converterFor(parameter.type)
      return convert ? [{ column: parameter.name, convert }] : []
    })
    converters.set(type, found)
  }
  return found
}
