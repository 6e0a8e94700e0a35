import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import newman, { type Execution, type Summary } from 'newman'
import type { Conduit } from './start-conduit.ts'

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

/** The results of a run of the collection. */
export interface CollectionRun {
  readonly assertions: number
  readonly failures: readonly string[]
  readonly executions: readonly Execution[]
}

/** Sends the requests of the collection, to Conduit itself or to a proxy before it. */
export async function runCollection(
  conduit: Conduit,
  address = conduit.address,
): Promise<CollectionRun> {
  // The collection follows a user whom it does not sign up.
  await conduit.signUp('jack')
  let assertions = 0
  const failures: string[] = []
  const executions: Execution[] = []
  let values: unknown[] = [{ key: 'apiUrl', value: `${address}/api`, enabled: true }]
  for (const folder of order) {
    const { run, environment } = await runRequest(folder, values)
    values = environment.values.toJSON()
    assertions += run.stats.assertions.total
    executions.push(...run.executions)
    failures.push(
      ...run.failures.map(
        ({ source, error }) => `${source?.name}: ${error.message} ${error.test ?? ''}`,
      ),
    )
  }
  return { assertions, failures, executions }
}

function runRequest(folder: string, values: readonly unknown[]): Promise<Summary> {
  const { promise, resolve, reject } = Promise.withResolvers<Summary>()
  newman.run({ collection, folder, environment: { values }, reporters: [] }, (error, summary) => {
    if (error) reject(error)
    else resolve(summary)
  })
  return promise
}
