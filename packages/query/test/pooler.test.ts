import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Database, Query, QueryFailed, runStatement } from '@fw/query'
import { configuredDatabase } from '@fw/query/configured'
import { Config } from '@fw/core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createPostgresDatabase, type ScratchDatabase } from './databases/scratch-database.ts'
import { describeWith } from './databases/servers.ts'
import { missingPooler, pgbouncer, startPooler } from './databases/start-pooler.ts'

const run = promisify(execFile)
const queryScript = fileURLToPath(new URL('fixtures/query-behind-pooler.ts', import.meta.url))

await describeWith('postgres', 'behind PgBouncer in transaction mode', (server) => {
  let scratch: ScratchDatabase
  beforeAll(async () => {
    scratch = await createPostgresDatabase(server)
    const database = configuredDatabase(Config.of({ DATABASE_URL: scratch.url }))
    await runStatement(database, 'CREATE TABLE words (word TEXT)')
    await database.table('words').insert([{ word: 'one' }, { word: 'two' }])
    await database.close()
  })
  afterAll(() => scratch.drop())

  async function behindPooler(
    skip: (note: string) => never,
    settings: Readonly<Record<string, string>>,
  ): Promise<Database> {
    if (pgbouncer === undefined) return skip(missingPooler)
    const { url } = await startPooler(pgbouncer, scratch.url)
    const database = configuredDatabase(Config.of({ DATABASE_URL: url, ...settings }))
    onTestFinished(() => database.close())
    return database
  }

  test('queries, transactions, savepoints and streams work without prepared statements', async ({
    skip,
  }) => {
    const database = await behindPooler(skip, { DB_POOLER: 'transaction' })
    const words = () => database.table('words').orderBy('word').pluck('word')
    for (let round = 0; round < 20; round++) {
      const found = await Promise.all(Array.from({ length: 5 }, words))
      expect(found).toEqual(Array.from({ length: 5 }, () => ['one', 'two']))
    }
    await database.transaction(async (tx) => {
      for (let round = 0; round < 5; round++) {
        await new Query(tx).table('words').where('word', '=', 'one').forUpdate().get()
      }
      expect(await collectRows(new Query(tx).table('words').stream(undefined, 1))).toHaveLength(2)
    })
    expect(await collectRows(database.table('words').stream(undefined, 1))).toHaveLength(2)
    const sleepingQuery = database
      .table('words')
      .whereRaw('pg_sleep(30) IS NULL')
      .signal(AbortSignal.timeout(500))
      .get()
    await expect(sleepingQuery).rejects.toThrow('timeout')
    const prepared = database.table('pg_prepared_statements')
    expect(await prepared.where('name', 'like', 'fw_%').count()).toBe(0)
  })

  test('without the setting, no process receives the rows of another', async ({ skip }) => {
    if (pgbouncer === undefined) return skip(missingPooler)
    const { url } = await startPooler(pgbouncer, scratch.url)
    const runScript = async (word: string) =>
      (await run(process.execPath, [queryScript, url, word])).stdout.trim()
    const outputs = await Promise.all(['one', 'two', 'one', 'two'].map(runScript))
    expect(outputs).toEqual(['["one"]', '["two"]', '["one"]', '["two"]'])
  })

  test('the error for a query limit that the pooler rejects contains the setting to change', async ({
    skip,
  }) => {
    const database = await behindPooler(skip, { DB_STATEMENT_TIMEOUT: '5s' })
    const failure = await database
      .table('words')
      .get()
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(QueryFailed)
    expect((failure as QueryFailed).message).toContain('statement_timeout')
  })
})

async function collectRows(rows: AsyncIterable<object>): Promise<object[]> {
  const all: object[] = []
  for await (const row of rows) all.push(row)
  return all
}
