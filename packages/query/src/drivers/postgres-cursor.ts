import type { Row } from '../connection/connection.ts'
import type { Statement } from '../sql/sql-writer.ts'
import type { Bindable } from '../sql/value.ts'

/** Runs SQL on the connection of the cursor. */
type RunSql = (text: string, values: readonly Bindable[]) => Promise<Row[]>

let cursorsOpened = 0

export interface CursorOptions {
  /** The number of rows in a batch. */
  readonly size: number
  /**
   * True if the cursor should outlive the transaction that opens it. The server then stores the rows until the cursor
   * is closed.
   */
  readonly hold: boolean
}

/**
 * Reads a SELECT through a server-side cursor, so that other queries can run between two batches of
 * rows. Outside a transaction, `hold` is required.
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
    // In a failed transaction, or on a lost connection, the cursor no longer exists.
    await run(`CLOSE ${cursor}`, []).catch(() => {})
  }
}
