import { expect, test } from 'vitest'
import {
  describePostgres,
  describeSqlite,
  type TestDatabase,
} from '../../../packages/queue/test/databases.ts'
import { runCollection } from './collection.ts'
import { Conduit } from './start-conduit.ts'

// Lists have left out the text of articles since 2024.
const changedSince = ['All Articles', 'Articles by Tag'].map(
  (name) => `${name}: expected false to be truthy Article has "body" property`,
)

describeSqlite(testCollection)
await describePostgres(testCollection)

function testCollection(_title: string, database: TestDatabase): void {
  test('the assertions of the public collection hold', { timeout: 60_000 }, async () => {
    await using conduit = await Conduit.start(database.settings)
    const { assertions, failures } = await runCollection(conduit)
    expect(failures).toEqual(changedSince)
    expect(assertions).toBeGreaterThan(150)
  })
}
