import type { Row } from './connection.ts'

/** A class whose constructor parameters are columns. */
export type RowClass<T> = abstract new (...args: never[]) => T

export async function hydrateRows<T extends object>(
  rows: Row[],
  _type: RowClass<T> | undefined,
): Promise<T[]> {
  return rows as T[]
}
