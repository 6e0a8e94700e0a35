import { transaction } from '@fw/query'

class RolledBack extends Error {}

/** Runs a test on a database, and leaves nothing behind. */
export async function rolledBack(
  connection: object,
  body: (tx: object) => Promise<void>,
): Promise<void> {
  try {
    await transaction(connection, async (tx) => {
      await body(tx)
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
}
