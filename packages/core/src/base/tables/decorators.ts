import { attribute, implementingPackage } from '../reflection/attribute.ts'
import { isReflectable, reflect } from '../reflection/reflect.ts'
import type { Class } from '../reflection/type-info.ts'

/** The options of `@Table`, such as column names that differ from the parameter names. */
export interface TableOptions {
  /** The column names that differ from the parameter names: `{ joinedAt: 'joined' }`. */
  readonly columns?: Readonly<Record<string, string>>
  /** True if objects of the class are also written to the table. */
  readonly writes?: boolean
}

/** The table of a class, set with `@Table`. */
export class TableAttribute {
  static readonly [implementingPackage] = '@fw/migrate'
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
