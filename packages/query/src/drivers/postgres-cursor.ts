import type { Row } from '../connection/connection.ts'
import type { Statement } from '../sql/sql-writer.ts'
import type { Bindable } from '../sql/value.ts'

/** Runs SQL on the connection that holds the cursor. */
type RunSql = (text: string, values: readonly Bindable[]) => Promise<Row[]>

let cursorsOpened = 0

export interface CursorOptions {
  /** How many rows are read at a time. */
  readonly size: number
  /** Whether the cursor outlives the transaction that opens it; the server then keeps its rows until it is closed. */
  readonly hold: boolean
}

/**
 * Reads a select through a server-side cursor, so that other statements can run between two batches of rows.
 * Outside a transaction it must be held.
 */
export async function* readCursor(
  { text, params }: Statement,
  { size, hold }: CursorOptions,
  run: RunSql,
): AsyncGenerator<Row[], void> {
  cursorsOpened++
  const cursor = `fw_cursor_${cursorsOpened}`
  await run(`DECLARE ${cursor} NO SCROLL CURSOR ${hold ? 'WITH HOLD ' : ''}FOR ${text}`, params)
  try {
    for (;;) {
      const rows = await run(`FETCH ${size} FROM ${cursor}`, [])
      if (rows.length > 0) yield rows
      if (rows.length < size) return
    }
  } finally {
    // In a failed transaction, or on a dead connection, the cursor is gone already.
    await run(`CLOSE ${cursor}`, []).catch(() => {})
  }
}
