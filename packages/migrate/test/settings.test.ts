import { runStatement } from '@fw/query'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeDatabases } from '../../queue/test/databases.ts'
import { MigratedApplication } from './migrated-application.ts'

const role = `fw_test_${process.pid}`

/** Settings of a first migration, and the SQL that fails with them in a second one. */
const leaks = {
  SQLite: [
    ['PRAGMA ignore_check_constraints = ON;', 'INSERT INTO settings VALUES (200);'],
    ['PRAGMA query_only = ON;', 'INSERT INTO settings VALUES (1);'],
  ],
  PostgreSQL: [
    [`SET search_path = pg_catalog;`, 'INSERT INTO settings VALUES (1);'],
    [`SET ROLE ${role};`, 'INSERT INTO settings VALUES (1);'],
    [`SET SESSION AUTHORIZATION ${role};`, 'INSERT INTO settings VALUES (1);'],
    ['SET default_transaction_read_only = on;', 'INSERT INTO settings VALUES (1);'],
    ['CREATE TEMP TABLE settings (id TEXT);', 'INSERT INTO settings VALUES (1);'],
  ],
  MySQL: [
    ['USE information_schema;', 'INSERT INTO settings VALUES (1);'],
    ["SET sql_mode = 'ANSI_QUOTES';", 'INSERT INTO settings SELECT CHAR_LENGTH("a");'],
    ['SET autocommit = 0;', 'INSERT INTO settings VALUES (1);'],
    ['SET FOREIGN_KEY_CHECKS = 0;', 'INSERT INTO partners VALUES (99);'],
    [
      "SET time_zone = '+05:00', @@SESSION.timestamp = 1;",
      'INSERT INTO settings VALUES (YEAR(NOW()) = 1970);',
    ],
  ],
} as const

/** Second migrations that have to fail, because the first has switched a check off for itself. */
const refused = /200|partners/

await describeDatabases((title, database) => {
  if (title === 'PostgreSQL') {
    beforeAll(() => runStatement(database.connection, `CREATE ROLE ${role}`))
    afterAll(() => runStatement(database.connection, `DROP ROLE ${role}`))
  }
  for (const isProtected of [true, false]) {
    for (const [set, work] of leaks[title]) {
      // Without a transaction each SQL statement is counted, which must work with the setting.
      if (!isProtected && /ROLE|AUTHORIZATION|read_only|query_only/.test(set)) continue
      test(`a setting of a migration ends with it: ${set} (${title}, ${isProtected ? '' : 'no '}transaction)`, async () => {
        for (const table of ['partners', 'settings', 'fw_migrations']) await database.drop(table)
        const run = (sql: string) => runStatement(database.connection, sql)
        await run('CREATE TABLE settings (id INT PRIMARY KEY, CHECK (id < 100))')
        await run('CREATE TABLE partners (id INT, FOREIGN KEY (id) REFERENCES settings (id))')
        const head = isProtected ? '' : '-- fw:no-transaction\n'
        const application = new MigratedApplication(database.settings, {
          '20260101000000_set.sql': `${head}${set}\n`,
          '20260102000000_work.sql': `${head}${work}\n`,
        })
        const { code, stdout, stderr } = await application.run('migrate')
        expect(stdout, stderr).toContain('Applied 20260101000000_set')
        expect(code, stderr).toBe(refused.test(work) ? 1 : 0)
        const { rows } = await run('SELECT state FROM fw_migrations ORDER BY id')
        expect(rows[0]).toEqual({ state: 'applied' })
      })
    }
  }
})
