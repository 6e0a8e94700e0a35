import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { repositoryRoot } from '../../../spec/repository.ts'
import { startApplication } from './start-application.ts'

test('a direct ping is ponged within its request, counted, and stored', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pingpong-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const settings = { DB_NAME: join(folder, 'pings.sqlite') }
  // This starts the repository itself, by the command of the README. There, the packages are the sources.
  const application = await startApplication(settings, repositoryRoot)
  const ping = await application.ask('POST', '/pong/direct')
  expect([ping.status, await ping.text()]).toEqual([204, ''])
  const tally = { counts: { direct: 1, queued: 0 } }
  expect(await (await application.ask('GET', '/pong/tally')).json()).toMatchObject(tally)
  await application.stop()

  const row = new DatabaseSync(settings.DB_NAME)
    .prepare("SELECT * FROM ping_messages WHERE scenario = 'direct'")
    .get()
  expect(row).toMatchObject({ scenario: 'direct', status: 'ponged' })
  expect(row?.['created_at']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(row?.['ponged_at']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
})
