import { QueryFailed, type Query } from '@fw/query'

/** Inserts a row; false where its key exists. Of several callers at the same time, only one gets true. */
export async function insertNew(query: Query, row: object): Promise<boolean> {
  try {
    await query.insert(row)
    return true
  } catch (error) {
    if (error instanceof QueryFailed && error.reason === 'unique-violation') return false
    throw error
  }
}
