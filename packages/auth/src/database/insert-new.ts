import { QueryFailed, type Query } from '@fw/query'

/** False where there is a row of that key, for all but one of those who ask at a time. */
export async function insertNew(query: Query, row: object): Promise<boolean> {
  try {
    await query.insert(row)
    return true
  } catch (error) {
    if (error instanceof QueryFailed && error.reason === 'unique-violation') return false
    throw error
  }
}
