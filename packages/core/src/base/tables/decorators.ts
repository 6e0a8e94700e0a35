import { attribute, meaningFrom } from '../reflection/attribute.ts'
import { isReflectable, reflect } from '../reflection/reflect.ts'
import type { Class } from '../reflection/type-info.ts'

/** The relation between the parameters of a class and the columns of a table. */
export interface TableOptions {
  /** Columns whose names differ from their parameters: `{ joinedAt: 'joined' }`. */
  readonly columns?: Readonly<Record<string, string>>
  /** True if objects of the class are also written to the table. */
  readonly writes?: boolean
}

/** The table of a class, from `Table`. */
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

/** Returns the `Table` decorator of a class; undefined without one. */
export function tableOf(type: Class): TableAttribute | undefined {
  if (!isReflectable(type)) return undefined
  return reflect(type).attributes.find((use) => use instanceof TableAttribute)
}
