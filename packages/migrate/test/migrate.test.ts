import { runStatement } from '@fw/query'
import { beforeEach, describe, expect, test } from 'vitest'
import { describeDatabases } from '../../queue/test/databases.ts'
import { MigratedApplication } from './migrated-application.ts'

const first = '20260101000000_create_orders'
const second = '20260102000000_add_note'

const files = {
  [`${first}.sql`]: `CREATE TABLE orders (id INT PRIMARY KEY, title VARCHAR(20) NOT NULL);
INSERT INTO orders (id, title) VALUES (1, 'a; b'), (2, 'it''s -- none');
-- fw:down
DROP TABLE orders;
`,
  [`${second}.sql`]: `ALTER TABLE orders ADD COLUMN note VARCHAR(20);
-- fw:down
ALTER TABLE orders DROP COLUMN note;
`,
}

await describeDatabases((title, database) => {
  describe('fw migrate', () => {
    beforeEach(async () => {
      for (const table of ['orders', 'late', 'fw_migrations']) await database.drop(table)
    })

    const rows = async (sql: string) => (await runStatement(database.connection, sql)).rows

    test('runs pending migrations in the order of their ids, without booting the application', async () => {
      const application = new MigratedApplication(database.settings, files)
      const { code, stdout, stderr } = await application.runProcess('migrate')
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout.replaceAll(/\d+ ms/g, 'n ms')).toBe(
        `Applied ${first} in n ms.\nApplied ${second} in n ms.\n`,
      )
      expect(await rows('SELECT id, title, note FROM orders ORDER BY id')).toEqual([
        { id: 1, title: 'a; b', note: null },
        { id: 2, title: "it's -- none", note: null },
      ])
      expect(await application.run('migrate')).toEqual({
        code: 0,
        stdout: 'There is nothing to migrate.\n',
        stderr: '',
      })
    })

    test('runs a late migration with a notice, and warns about a missing file', async () => {
      const application = new MigratedApplication(database.settings, files)
      await application.run('migrate')
      application.remove(`${first}.sql`)
      application.write('20260101120000_late.sql', 'CREATE TABLE late (id INT)')
      const { code, stdout, stderr } = await application.run('migrate')
      expect([code, stderr]).toEqual([
        0,
        `${first} has run, but its file does not exist.\n` +
          `20260101120000_late runs out of order: ${second} has already run.\n`,
      ])
      expect(stdout).toMatch(/^Applied 20260101120000_late in \d+ ms\.\n$/)
    })

    test('two at the same time run each migration once', async () => {
      const application = new MigratedApplication(database.settings, files)
      const [one, other] = [application.start('migrate'), application.start('migrate')]
      expect(await Promise.all([one.exit, other.exit]), one.stderr + other.stderr).toEqual([0, 0])
      const applied = (one.stdout + other.stdout).match(/Applied \S+/g)
      expect(applied?.toSorted()).toEqual([`Applied ${first}`, `Applied ${second}`])
      expect(await rows('SELECT count(*) AS n FROM orders')).toEqual([{ n: 2 }])
    })

    test('refuses a changed file with both checksums, and accepts it after migrate:accept', async () => {
      const application = new MigratedApplication(database.settings, files)
      await application.run('migrate')
      application.write(`${second}.sql`, 'ALTER TABLE orders ADD COLUMN remark VARCHAR(20);')
      const changed = await application.run('migrate')
      expect(changed.code).toBe(1)
      expect(changed.stderr).toMatch(
        /^MigrationChanged: Migrations have changed after they ran:\n {2}20260102000000_add_note\n {4}ran {3}[\da-f]{64}\n {4}found [\da-f]{64}\n/,
      )
      expect((await application.run('migrate:accept', second)).code).toBe(0)
      expect((await application.run('migrate')).stdout).toBe('There is nothing to migrate.\n')
    })

    test('ignores line endings, a byte order mark and trailing whitespace', async () => {
      const application = new MigratedApplication(database.settings, files)
      await application.run('migrate')
      const text = files[`${first}.sql`] ?? ''
      application.write(`${first}.sql`, `\uFEFF${text.replaceAll('\n', '  \r\n')}\n\n`)
      expect((await application.run('migrate')).stdout).toBe('There is nothing to migrate.\n')
    })

    test('migrate:down reverts the last migrations, the newest first', async () => {
      const application = new MigratedApplication(database.settings, files)
      await application.run('migrate')
      const { code, stdout } = await application.run('migrate:down', '2')
      expect([code, stdout.match(/Reverted \S+/g)]).toEqual([
        0,
        [`Reverted ${second}`, `Reverted ${first}`],
      ])
      await expect(rows('SELECT 1 FROM orders')).rejects.toThrow()
      expect((await application.run('migrate')).code).toBe(0)
    })

    test('lists, prints and records without running', async () => {
      const application = new MigratedApplication(database.settings, files)
      expect((await application.run('migrate:status')).stdout).toBe(
        `${first}  pending\n${second}       pending\n`,
      )
      const dry = await application.run('migrate', '--dry-run')
      expect(dry.stdout).toContain('CREATE TABLE orders')
      expect((await application.run('migrate:baseline', first)).stdout).toBe(
        'Migrations recorded as done: 1.\n',
      )
      expect((await application.run('migrate:status')).stdout).toMatch(
        /^20260101000000_create_orders {2}applied \d{4}-\d\d-\d\dT[\d:.]+Z \(\d+ (?:ms|s|min) ago\)\n20260102000000_add_note {7}pending\n$/,
      )
      expect(JSON.parse((await application.run('migrate:status', '--json')).stdout)).toEqual([
        { id: first, state: 'applied', at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) },
        { id: second, state: 'pending', at: null },
      ])
      await expect(rows('SELECT 1 FROM orders')).rejects.toThrow()
    })

    test('a failed SQL statement is reported by file and line', async () => {
      const application = new MigratedApplication(database.settings, {
        ...files,
        [`${second}.sql`]:
          "INSERT INTO orders VALUES (3, 'c');\n\nALTER TABLE nothing\n  ADD x INT;",
      })
      const { code, stderr } = await application.run('migrate')
      expect([code, stderr]).toEqual([1, expect.stringContaining(`migrations/${second}.sql:3`)])
      const count = await rows('SELECT count(*) AS n FROM orders')
      expect(count).toEqual([{ n: title === 'MySQL' ? 3 : 2 }])
    })
  })
})
