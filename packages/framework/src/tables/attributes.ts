import { attribute, meaningFrom } from '../reflection/attribute.ts'
import { isReflectable, reflect } from '../reflection/reflect.ts'
import type { Class } from '../reflection/type-info.ts'

/** How the parameters of a class are the columns of a table. */
export interface TableOptions {
  /** The columns of parameters that are called otherwise: `{ joinedAt: 'joined' }`. */
  readonly columns?: Readonly<Record<string, string>>
  /** Whether objects of the class are written to the table, too. */
  readonly writes?: boolean
}

/** What `Table` says of a class. */
export class TableAttribute {
  static readonly [meaningFrom] = '@fw/migrate'
  readonly table: string
  readonly options: TableOptions

  constructor(table: string, options: TableOptions = {}) {
    this.table = table
    this.options = options
  }
}

/** Marks a class whose constructor parameters are columns of a table, which `fw schema:check` compares. */
export const Table = attribute(TableAttribute)

/** What a class is marked with; undefined where it is not. */
export function tableOf(type: Class): TableAttribute | undefined {
  if (!isReflectable(type)) return undefined
  return reflect(type).attributes.find((use) => use instanceof TableAttribute)
}
