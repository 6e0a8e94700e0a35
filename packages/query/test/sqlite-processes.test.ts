import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Query } from '@fw/query'
import { expect, onTestFinished, test } from 'vitest'

const program = `
  import { DatabaseSync } from 'node:sqlite'
  import { Query, transaction } from '@fw/query'
  const database = new DatabaseSync(process.argv[1])
  for (let count = 0; count < 25; count++) {
    await untilStored(() => new Query(database).table('entries').insert({ name: 'one' }))
    await untilStored(() =>
      transaction(database, (tx) => new Query(tx).table('entries').insert({ name: 'two' })))
  }
  // On a slow disk, the other processes can hold the lock for longer than a query waits.
  async function untilStored(insert) {
    try {
      await insert()
    } catch (error) {
      if (error.reason !== 'lock-timeout') throw error
      await untilStored(insert)
    }
  }
`

test('several processes that write at the same time lose no rows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fw-sqlite-processes-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'shop.sqlite')
  const database = new DatabaseSync(file)
  onTestFinished(() => database.close())
  database.exec('CREATE TABLE entries (id integer PRIMARY KEY, name text)')
  const codes = Array.from({ length: 4 }, async () => {
    const args = ['--input-type=module', '--eval', program, file]
    const child = spawn(process.execPath, args, { stdio: 'inherit', cwd: import.meta.dirname })
    const [code] = await once(child, 'exit')
    return code
  })
  expect(await Promise.all(codes)).toEqual([0, 0, 0, 0])
  expect(await new Query(database).table('entries').count()).toBe(200)
})
