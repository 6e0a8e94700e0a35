import { attribute, meaningFrom } from '../reflection/attribute.ts'
import { isReflectable, reflect } from '../reflection/reflect.ts'
import type { Class } from '../reflection/type-info.ts'

/** Defines how the parameters of a class map to the columns of a table. */
export interface TableOptions {
  /** The column names that differ from the parameter names: `{ joinedAt: 'joined' }`. */
  readonly columns?: Readonly<Record<string, string>>
  /** True if objects of the class are also written to the table. */
  readonly writes?: boolean
}

/** The table of a class, set with `@Table`. */
export class TableAttribute {
  static readonly [meaningFrom] = '@fw/migrate'
  readonly table: string
  readonly options: TableOptions

  constructor(table: string, options: TableOptions = {}) {
    this.table = table
    this.options = options
  }
}

/** Marks a class whose constructor parameters are columns of a table, for `fw schema:check` to compare. */
export const Table = attribute(TableAttribute, '…')

/** Returns the `Table` decorator of a class, if any. */
export function tableOf(type: Class): TableAttribute | undefined {
  if (!isReflectable(type)) return undefined
  return reflect(type).attributes.find((use) => use instanceof TableAttribute)
}
