import { readdir, readFile } from 'node:fs/promises'
import { Command } from 'fw'
import { Query, runStatement, transaction } from '@fw/query'
import { Database } from './database.ts'

export class Migrations {
  constructor(private readonly database: Database) {}

  /** Runs each file of a folder once, in the order of their names. Each holds one statement. */
  @Command('migrate')
  async migrate(folder: string = 'migrations') {
    await transaction(this.database.connection, async (tx) => {
      await runStatement(
        tx,
        'CREATE TABLE IF NOT EXISTS migrations (name VARCHAR(200) PRIMARY KEY)',
      )
      const done = await new Query(tx).table('migrations').pluck('name')
      const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
      for (const name of files.filter((file) => !done.includes(file))) {
        await runStatement(tx, await readFile(`${folder}/${name}`, 'utf8'))
        await new Query(tx).table('migrations').insert({ name })
        console.log(`Ran ${name}.`)
      }
    })
  }
}
