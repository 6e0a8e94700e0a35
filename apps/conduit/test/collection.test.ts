import type { Execution } from 'newman'
import { expect, test } from 'vitest'
import { inRepositoryCopy } from '../../../packages/core/test/support/temporary-application.ts'
import {
  describePostgres,
  describeSqlite,
  type TestDatabase,
} from '../../../packages/queue/test/databases.ts'
import { runCollection } from './collection.ts'
import { Conduit } from './start-conduit.ts'

const folder = inRepositoryCopy('apps/conduit')

// Lists have omitted the text of articles since 2024.
const changedSince = ['All Articles', 'Articles by Tag'].map(
  (name) => `${name}: expected false to be truthy Article has "body" property`,
)

describeSqlite(testCollection)
await describePostgres(testCollection)

function testCollection(_title: string, database: TestDatabase): void {
  test('the assertions of the public collection pass', async () => {
    await using conduit = await Conduit.start(database.settings, folder)
    const { assertions, failures, executions } = await runCollection(conduit)
    expect(failures).toEqual(changedSince)
    expect(assertions).toBeGreaterThan(150)
    for (const { request, response } of executions) {
      const { method, url } = request
      await conduit.documented.check(method, url.getPath(), toWebResponse(response))
    }
  })
}

function toWebResponse(response: Execution['response']): Response {
  if (!response) throw new Error('There is no response.')
  const headers = { 'content-type': response.headers.get('content-type') ?? '' }
  return new Response(response.text() || null, { status: response.code, headers })
}
