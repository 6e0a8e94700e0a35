import type * as Framework from '@fw/core'
import type { Row } from '../connection/connection.ts'
import { converterFor, type Converter } from './convert-column.ts'

/** A class whose constructor parameters correspond to columns. */
export type RowClass<T> = Framework.Class<T>

/** The framework. It is loaded when the first row is hydrated, because plain rows do not need it. */
let framework: HydratingFramework | undefined

type HydratingFramework = Pick<
  typeof Framework,
  'Hydrator' | 'ValidationFailed' | 'reflect' | 'wireOf'
>

const conversions = new WeakMap<object, Conversion>()

/** The columns whose values drivers may return in a different form than the class accepts. */
interface Conversion {
  readonly columns: readonly { readonly name: string; readonly convert: Converter }[]
  /** True after a row has needed a conversion. Most drivers return most types in the right form. */
  isNeeded: boolean
}

/** Skips `@Check` methods, because data in the database was validated before it was stored. */
const unchecked = { checks: false } as const

/** Creates an object from each row and validates it. Throws `InvalidRow` for the first row that is invalid. */
export async function hydrateRows<T extends object>(
  rows: readonly Row[],
  type: RowClass<T>,
): Promise<T[]> {
  framework ??= await loadFramework()
  const { Hydrator, ValidationFailed } = framework
  const hydrator = new Hydrator()
  const conversion = conversionOf(type, framework)
  return rows.map((row, index) => {
    try {
      if (!conversion.isNeeded) return hydrator.hydrate(type, row, unchecked)
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error
    }
    convertColumns(row, conversion)
    try {
      const object = hydrator.hydrate(type, row, unchecked)
      conversion.isNeeded = true
      return object
    } catch (error) {
      throw error instanceof ValidationFailed
        ? new InvalidRow(type.name, index, error.errors, Object.keys(row))
        : error
    }
  })
}

/** Imports only the exports that are needed, so that a bundle does not include the others. */
async function loadFramework(): Promise<HydratingFramework> {
  const { Hydrator, ValidationFailed, reflect, wireOf } = await import('@fw/core')
  return { Hydrator, ValidationFailed, reflect, wireOf }
}

function convertColumns(row: Row, { columns }: Conversion): void {
  for (const { name, convert } of columns) {
    const value = row[name]
    if (value !== null && value !== undefined) row[name] = convert(value)
  }
}

function conversionOf(type: RowClass<object>, { reflect, wireOf }: HydratingFramework): Conversion {
  let conversion = conversions.get(type)
  if (!conversion) {
    const columns = reflect(type).parameters.flatMap(({ name, type: declared }) => {
      const wire = declared.kind === 'class' ? wireOf(declared.class) : undefined
      const kind = wire === 'integer' ? 'int' : wire
      const convert = converterFor(kind ? { kind } : declared)
      return convert ? [{ name, convert }] : []
    })
    conversion = { columns, isNeeded: false }
    conversions.set(type, conversion)
  }
  return conversion
}

/** Thrown if a row of the database does not match its class. */
export class InvalidRow extends Error {
  override readonly name = 'InvalidRow'
  /** The name of the class. */
  readonly className: string
  /** The index of the row in the result, or in a batch of `stream` or `chunk`. */
  readonly row: number
  /** The validation errors, by constructor parameter. */
  readonly errors: Readonly<Record<string, readonly string[]>>

  constructor(
    className: string,
    row: number,
    errors: Readonly<Record<string, readonly string[]>>,
    columns: readonly string[],
  ) {
    const problems = Object.entries(errors).map(([key, messages]) => `${key} ${messages.join(' ')}`)
    super(
      `${className} cannot be created from row ${row}: ${problems.join('; ')} The row has the columns ` +
        `${columns.join(', ')}; select('column as parameter') renames a column.`,
    )
    this.className = className
    this.row = row
    this.errors = errors
  }
}
