import { DatabaseSync } from 'node:sqlite'
import { runStatement } from '@fw/query'
import { beforeEach, describe, expect, test } from 'vitest'
import { describeDatabases } from '../../queue/test/databases.ts'
import { MigratedApplication } from './migrated-application.ts'

const id = '20260101000000_three_steps'

// Each step waits while the gate is at its number, so that a process can be killed in the middle of any of them.
const sleepSql = {
  PostgreSQL: (step: number) => `SELECT pg_sleep(60) FROM gate WHERE step = ${step}`,
  MySQL: (step: number) => `INSERT INTO slept SELECT SLEEP(60) FROM gate WHERE step = ${step}`,
  SQLite: (step: number) =>
    `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c
       WHERE n < (SELECT count(*) * 400000000 FROM gate WHERE step = ${step}) + 1)
     INSERT INTO slept SELECT max(n) FROM c`,
}

// A deferred constraint is checked by COMMIT.
const endInCommit = `CREATE TABLE one (id INT);
CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()) FROM gate; RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER late AFTER INSERT ON one DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION end_session();
INSERT INTO one VALUES (1);
`

await describeDatabases((title, database) => {
  describe('a process that dies in the middle', () => {
    const run = (sql: string) => runStatement(database.connection, sql)
    const sql = `CREATE TABLE one (id INT);
${sleepSql[title](1)};
INSERT INTO one VALUES (1);
${sleepSql[title](2)};
CREATE TABLE two (id INT);
${sleepSql[title](3)};
`

    beforeEach(async () => {
      for (const table of ['one', 'two', 'gate', 'slept', 'fw_migrations'])
        await database.drop(table)
      await run('CREATE TABLE gate (step INT)')
      await run('CREATE TABLE slept (n BIGINT)')
    })

    /** The waiting SQL statement has begun: those before it are done. */
    async function waitForStep(step: number, isProtected: boolean): Promise<void> {
      // The transaction shows nothing but its lock, and may be cut off anywhere.
      if (title === 'SQLite' && isProtected) {
        const other = new DatabaseSync(database.settings['DB_NAME'] ?? '', { timeout: 0 })
        let count = 0
        const polls = () => (count = isLocked(other) ? count + 1 : 0)
        await expect.poll(polls).toBeGreaterThan(3)
        return other.close()
      }
      if (title === 'SQLite') {
        const done = () =>
          run('SELECT statements FROM fw_migrations').then(
            ({ rows }) => rows[0]?.['statements'],
            () => undefined,
          )
        return expect.poll(done).toBe(step * 2 - 1)
      }
      const list =
        title === 'MySQL'
          ? `SELECT 1 FROM information_schema.PROCESSLIST WHERE INFO LIKE 'INSERT INTO slept%step = ${step}'`
          : `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sleep(60)%step = ${step}'`
      await expect.poll(async () => (await run(list)).rows.length).toBe(1)
    }

    /** The database notices late that a client is gone. */
    async function endStatement(): Promise<void> {
      if (title === 'PostgreSQL') {
        await run(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(60)%'`,
        )
      } else if (title === 'MySQL') {
        const { rows } = await run(
          `SELECT ID AS id FROM information_schema.PROCESSLIST WHERE INFO LIKE 'INSERT INTO slept%'`,
        )
        for (const { id } of rows) await run(`KILL ${Number(id)}`)
      }
    }

    // A transaction is rolled back as a whole: its last step is enough.
    for (const [mode, steps] of [
      ['transaction', [3]],
      ['no-transaction', [1, 2, 3]],
    ] as const) {
      for (const step of steps) {
        test(`in SQL statement ${step * 2}, ${mode}`, async () => {
          const isProtected = mode === 'transaction' && title !== 'MySQL'
          const text = mode === 'transaction' ? sql : `-- fw:no-transaction\n${sql}`
          const application = new MigratedApplication(database.settings, { [`${id}.sql`]: text })
          await run(`INSERT INTO gate VALUES (${step})`)
          const first = application.start('migrate')
          await waitForStep(step, isProtected)
          first.child.kill('SIGKILL')
          await first.exit
          await endStatement()
          await run('DELETE FROM gate')

          const next = await application.run('migrate')
          if (isProtected) {
            expect(next).toMatchObject({ code: 0, stderr: '' })
          } else {
            const done = step * 2 - 1
            expect(next.code).toBe(1)
            const listed = next.stderr.match(/^ {2}migrations\/\S+ {2}\S+/gm) ?? []
            expect(listed).toHaveLength(done + 1)
            expect(next.stderr).toContain(`fw migrate:resolve ${id} --retry`)
            const resolved = await application.run('migrate:resolve', id, '--retry')
            expect(resolved).toMatchObject({ code: 0, stderr: '' })
          }
          expect((await run('SELECT count(*) AS n FROM one')).rows).toEqual([{ n: 1 }])
          expect((await run('SELECT count(*) AS n FROM two')).rows).toEqual([{ n: 0 }])
          const { rows } = await run('SELECT state FROM fw_migrations')
          expect(rows).toEqual([{ state: 'applied' }])
        })
      }
    }

    test('a connection that is lost during COMMIT leaves the outcome open', async () => {
      if (title !== 'PostgreSQL') return
      await run('DROP FUNCTION IF EXISTS end_session')
      const application = new MigratedApplication(database.settings, { [`${id}.sql`]: endInCommit })
      await run('INSERT INTO gate VALUES (1)')
      expect(await application.run('migrate')).toMatchObject({
        code: 1,
        stderr:
          `MigrationFailed: migrations/${id}.sql: The connection was lost during COMMIT.\n` +
          `It is not known whether ${id} took effect. Run the command again: the transaction records ` +
          'the migration, so it does not take effect twice.\n',
      })
      await run('DELETE FROM gate')
      expect(await application.run('migrate')).toMatchObject({ code: 0, stderr: '' })
      expect((await run('SELECT count(*) AS n FROM one')).rows).toEqual([{ n: 1 }])
    })

    test('SIGTERM rolls back, or lets the SQL statement finish and starts no other', async () => {
      if (title === 'SQLite') return
      const shortSql = sql.replace('SLEEP(60)', 'SLEEP(5)')
      const application = new MigratedApplication(database.settings, { [`${id}.sql`]: shortSql })
      await run('INSERT INTO gate VALUES (1)')
      const first = application.start('migrate')
      await waitForStep(1, true)
      first.child.kill('SIGTERM')
      expect(await first.exit).toBe(1)
      await run('DELETE FROM gate')
      if (title === 'PostgreSQL') {
        expect(first.stderr).toBe(
          `MigrationStopped: Stopped by SIGTERM. The transaction of ${id} was rolled back.\n`,
        )
        expect(await application.run('migrate')).toMatchObject({ code: 0, stderr: '' })
      } else {
        expect(first.stderr).toContain('was not started: SIGTERM.')
        expect((await run('SELECT count(*) AS n FROM slept')).rows).toEqual([{ n: 1 }])
        expect((await run('SELECT count(*) AS n FROM one')).rows).toEqual([{ n: 0 }])
        const resolved = await application.run('migrate:resolve', id, '--retry')
        expect(resolved).toMatchObject({ code: 0, stderr: '' })
      }
    })
  })
})

/** True if another connection writes in a transaction. */
function isLocked(connection: DatabaseSync): boolean {
  try {
    connection.exec('BEGIN IMMEDIATE; ROLLBACK')
    return false
  } catch {
    return true
  }
}
