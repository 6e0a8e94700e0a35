import { connectionOf } from '../drivers/connect.ts'
import { runObserved } from '../connection/observed-query.ts'
import type { Outcome } from '../connection/connection.ts'
import type { DialectName } from '../sql/dialect.ts'
import { RawFragment } from '../sql/raw-fragment.ts'
import { SqlWriter } from '../sql/sql-writer.ts'

/**
 * Runs SQL that the builder cannot express, with `?` for each parameter and `??` for a literal question mark. Returns
 * the rows, the number of rows affected by a write and, on MySQL, the generated key.
 */
export async function runStatement(
  connection: object,
  sql: string,
  params: readonly unknown[] = [],
): Promise<Outcome> {
  const resolved = connectionOf(connection)
  const writer = new SqlWriter(resolved.dialect)
  new RawFragment('runStatement', sql, params, resolved.dialect).write(writer)
  return runObserved(resolved, writer.finish())
}

/** Returns the dialect of a connection. */
export function dialectOf(connection: object): DialectName {
  return connectionOf(connection).dialect.name
}
