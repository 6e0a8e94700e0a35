import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import newman, { type Summary } from 'newman'
import { expect, test } from 'vitest'
import {
  describePostgres,
  describeSqlite,
  type TestDatabase,
} from '../../../packages/queue/test/databases.ts'
import { Conduit } from './start-conduit.ts'

// The collection of requests that RealWorld has published to npm, with its assertions. It lists them by subject, and
// needs them in this order.
const order = [
  'Register',
  'Login',
  'Login and Remember Token',
  'Current User',
  'Update User',
  'Create Article',
  'Feed',
  'All Articles',
  'Articles by Author',
  'Articles by Tag',
  'Single Article by slug',
  'Update Article',
  'Favorite Article',
  'Articles Favorited by Username',
  'Unfavorite Article',
  'Create Comment for Article',
  'All Comments for Article',
  'Delete Comment for Article',
  'Profile',
  'Follow Profile',
  'Unfollow Profile',
  'All Tags',
  'Delete Article',
]

const file = import.meta.resolve('realworld/api/Conduit.json.postman_collection')
const collection = JSON.parse(readFileSync(fileURLToPath(file), 'utf8')) as object

// Lists have left out the text of articles since 2024.
const changedSince = ['All Articles', 'Articles by Tag'].map(
  (name) => `${name}: expected false to be truthy Article has "body" property`,
)

describeSqlite(testCollection)
await describePostgres(testCollection)

function testCollection(_title: string, database: TestDatabase): void {
  test('the assertions of the public collection hold', { timeout: 60_000 }, async () => {
    await using conduit = await Conduit.start(database.settings)
    // The collection follows somebody whom it does not sign up.
    await conduit.signUp('jack')
    let assertions = 0
    const failures: string[] = []
    let values: unknown[] = [{ key: 'apiUrl', value: `${conduit.address}/api`, enabled: true }]
    for (const folder of order) {
      const { run, environment } = await runRequest(folder, values)
      values = environment.values.toJSON()
      assertions += run.stats.assertions.total
      failures.push(
        ...run.failures.map(
          ({ source, error }) => `${source?.name}: ${error.message} ${error.test ?? ''}`,
        ),
      )
    }
    expect(failures).toEqual(changedSince)
    expect(assertions).toBeGreaterThan(150)
  })
}

function runRequest(folder: string, values: readonly unknown[]): Promise<Summary> {
  const { promise, resolve, reject } = Promise.withResolvers<Summary>()
  newman.run({ collection, folder, environment: { values }, reporters: [] }, (error, summary) => {
    if (error) reject(error)
    else resolve(summary)
  })
  return promise
}
