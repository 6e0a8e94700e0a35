import { runStatement, transaction } from '@fw/query'
import { beforeEach, describe, expect, test } from 'vitest'
import { describeDatabases } from '../../queue/test/databases.ts'
import { MigratedApplication } from './migrated-application.ts'

const id = '20260101000000_widen'

const locks = {
  SQLite: undefined,
  PostgreSQL: 'SELECT pg_advisory_xact_lock(1719099245, 1768387169)',
  MySQL: `SELECT GET_LOCK(CONCAT('fw_migrate_', SHA1(DATABASE())), 0)`,
} as const

const release = `SELECT RELEASE_LOCK(CONCAT('fw_migrate_', SHA1(DATABASE())))`

await describeDatabases((title, database) => {
  describe('the lock of migrations', () => {
    beforeEach(async () => {
      for (const table of ['wide', 'fw_migrations']) await database.drop(table)
      await runStatement(database.connection, 'CREATE TABLE wide (id INT)')
    })

    const alterTable = '-- fw:lock-timeout 1s\nALTER TABLE wide ADD COLUMN note VARCHAR(20);\n'
    const application = () =>
      new MigratedApplication(database.settings, { [`${id}.sql`]: alterTable })

    /** Holds the lock of all migrations, or that of the file, as another process that migrates does. */
    async function whileMigrating<T>(work: () => Promise<T>): Promise<T> {
      return transaction(database.connection, async (tx) => {
        const lock = locks[title]
        await runStatement(tx, lock ?? 'INSERT INTO wide VALUES (1)')
        try {
          return await work()
        } finally {
          if (title === 'MySQL') await runStatement(tx, release)
        }
      })
    }

    test('is waited for up to --wait seconds, and the error names its holder', async () => {
      const { code, stdout, stderr } = await whileMigrating(() =>
        application().run('migrate', '--wait', '1'),
      )
      expect([code, stdout]).toEqual([1, ''])
      const holder = {
        SQLite: /a writer of the same file\./,
        PostgreSQL: /process \d+ of \S+ from \S+, connected since /,
        MySQL: /connection \d+ of \S+ from /,
      }[title]
      expect(stderr).toMatch(
        /^MigrationsLocked: The lock for migrations was not free within 1 s\. It is held by /m,
      )
      expect(stderr).toMatch(holder)
    })

    test('lets a waiting process continue when the other has ended', async () => {
      const waiting = await whileMigrating(async () => {
        const process = application().start('migrate')
        await expect.poll(() => process.stderr).toMatch(/\bin time\b|Waiting/)
        return { process }
      })
      expect(await waiting.process.exit).toBe(0)
      expect(waiting.process.stdout).toMatch(new RegExp(`^Applied ${id} in \\d+ ms\\.\\n$`))
    })

    test('is no longer waited for after a signal', async () => {
      await whileMigrating(async () => {
        const process = application().start('migrate')
        await expect.poll(() => process.stderr).toMatch(/\bin time\b|Waiting/)
        process.child.kill('SIGTERM')
        expect(await process.exit).toBe(1)
        expect(process.stderr).toContain('Stopped by SIGTERM.')
      })
    })

    if (title === 'SQLite') return

    test('does not cover tables: an SQL statement that waits for one fails after a while', async () => {
      const read = await transaction(database.connection, async (tx) => {
        await runStatement(tx, 'SELECT * FROM wide')
        return application().run('migrate')
      })
      expect([read.code, read.stdout]).toEqual([1, ''])
      expect(read.stderr).toMatch(/lock/i)
      if (title === 'PostgreSQL') {
        expect(read.stderr.match(/could not get a lock in time, and is retried\./g)).toHaveLength(2)
        expect(await application().run('migrate')).toMatchObject({ code: 0 })
      } else {
        expect(await application().run('migrate:resolve', id, '--retry')).toMatchObject({
          code: 0,
        })
      }
      await runStatement(database.connection, 'SELECT note FROM wide')
    })
  })
})
