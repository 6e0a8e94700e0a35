import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runStatement } from '@fw/query'
import { afterAll, describe, expect, test } from 'vitest'
import { describeDatabases } from '../../queue/test/databases.ts'
import { MigratedApplication } from './migrated-application.ts'

const id = '20260101000000_split'

const hard = {
  PostgreSQL: `CREATE TABLE t (a TEXT, "b;" TEXT); -- not; here
/* nor ; /* here; */ ; */
CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN NEW.a := $$x;$$ || NEW.a; RETURN NEW; END $body$;
CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION f();
CREATE FUNCTION g(n int) RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT CASE WHEN n > 0 THEN 1 ELSE 2 END; SELECT 7; END;
CREATE RULE r AS ON DELETE TO t DO ALSO (INSERT INTO t VALUES ('r'); INSERT INTO t VALUES ('s'));
INSERT INTO t VALUES (E'it\\'s;', 'y''; z');
INSERT INTO t SELECT 'j', 'k' WHERE '{"a":1}'::jsonb ? 'a' AND g(1) = 7`,
  MySQL: `CREATE TABLE t (a TEXT, \`b;\` TEXT); # not; here
/* nor ; here */ -- nor; here
CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW BEGIN
  IF NEW.a = 'q' THEN SET NEW.a = 'p'; ELSE SET NEW.a = CONCAT('x;', NEW.a); END IF;
  CASE NEW.a WHEN 'never' THEN SET NEW.a = 'n'; ELSE BEGIN END; END CASE;
  WHILE NEW.a = 'loop' DO SET NEW.a = CASE WHEN 1 THEN 'end' ELSE 'e' END; END WHILE;
END;
CREATE PROCEDURE p() BEGIN DECLARE i INT DEFAULT 0; REPEAT SET i = i + 1; UNTIL i > 2 END REPEAT; END;
INSERT INTO t VALUES ('it\\'s;', "y""; z");
INSERT INTO t VALUES ('j', IF(5--1 = 6, 'k', 'no'))`,
  SQLite: `CREATE TABLE t (a TEXT, [b;] TEXT); -- not; here
/* nor ; here */
CREATE TRIGGER tr AFTER INSERT ON t WHEN CASE WHEN NEW.a = 'z' THEN 0 ELSE 1 END BEGIN
  UPDATE t SET a = 'x;' || a WHERE rowid = NEW.rowid AND CASE WHEN a = 'q' THEN 0 ELSE 1 END;
  UPDATE t SET a = a;
END;
INSERT INTO t VALUES ('it''s;', 'y"; z');
INSERT INTO t VALUES ('j', 'k')`,
}

await describeDatabases((title, database) => {
  test('SQL statements are split as the database would split them', async () => {
    for (const table of ['t', 'fw_migrations']) await database.drop(table)
    const application = new MigratedApplication(database.settings, {
      [`${id}.sql`]: '-- the wrong database\nSELECT nothing_at_all(;',
      [`${id}.${database.settings['DB_CONNECTION']}.sql`]: hard[title],
    })
    expect(await application.run('migrate')).toMatchObject({ code: 0, stderr: '' })
    const { rows } = await runStatement(database.connection, 'SELECT * FROM t')
    expect(rows.map((row) => Object.values(row))).toEqual([
      ["x;it's;", title === 'PostgreSQL' ? "y'; z" : 'y"; z'],
      ['x;j', 'k'],
    ])
  })

  test('migrations in TypeScript run queries, and can be reverted', async () => {
    for (const table of ['t', 'fw_migrations']) await database.drop(table)
    const application = new MigratedApplication(database.settings, {
      [`${id}.ts`]: `import { Query, runStatement, type Transaction } from '@fw/query'
export async function up(tx: Transaction): Promise<void> {
  await runStatement(tx, 'CREATE TABLE t (a INT)')
  await new Query(tx).table('t').insert({ a: 7 })
}
export const down = (tx: Transaction) => runStatement(tx, 'DROP TABLE t')
`,
    })
    expect(await application.runProcess('migrate')).toMatchObject({ code: 0, stderr: '' })
    expect((await runStatement(database.connection, 'SELECT a FROM t')).rows).toEqual([{ a: 7 }])
    expect((await application.runProcess('migrate:down', '--force')).code).toBe(0)
    await expect(runStatement(database.connection, 'SELECT a FROM t')).rejects.toThrow()
  })
})

describe('an invalid migration file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fw-migrations-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const settings = { DB_CONNECTION: 'sqlite', DB_NAME: join(folder, 'app.sqlite') }
  test.each([
    ["SELECT 1;\nSELECT 'open", ":2: the quote that begins here with ' is not closed."],
    ['/* open', ':1: the comment that begins here is not closed.'],
    [
      'CREATE TRIGGER a AFTER INSERT ON b BEGIN SELECT 1;',
      ':1: a BEGIN or CASE has no matching END.',
    ],
    ['SELECT 1;\n\nCOMMIT;', ':3: COMMIT cannot be part of a migration'],
    ['DELIMITER //', ':1: DELIMITER is a command of the mysql program'],
    ['-- fw:no-transactoin\nSELECT 1', ':1: "-- fw:no-transactoin" is unknown.'],
    [
      'SELECT 1;\n-- fw:no-transaction',
      ':2: "-- fw:no-transaction" must be at the top of the file.',
    ],
    ['-- fw:lock-timeout soon\nSELECT 1', ':1: "soon" is not a duration.'],
    ['SELECT 1\n-- fw:down\n;', ':2: "-- fw:down" is inside a query.'],
  ])('%j', async (text, problem) => {
    const application = new MigratedApplication(settings, { [`${id}.sql`]: text })
    const { code, stderr } = await application.run('migrate')
    expect([code, stderr]).toEqual([1, expect.stringContaining(`migrations/${id}.sql${problem}`)])
  })

  test('has an invalid name', async () => {
    const application = new MigratedApplication(settings, { 'create.sql': '' })
    expect((await application.run('migrate')).stderr).toContain(
      'migrations/create.sql: this is not a valid name for a migration.',
    )
  })
})

test.each([
  [{}, 'No database is configured. Set DATABASE_URL, or DB_CONNECTION, DB_NAME and so on.'],
  [
    { DB_NAME: ':memory:' },
    'A database in memory exists for one connection only, so the application would not see its migrations. Set DATABASE_URL or DB_NAME to a file.',
  ],
  [{ DATABASE_URL: 'sqlite::memory:' }, 'Set DATABASE_URL or DB_NAME to a file.'],
])('migrations need a persistent database: %j', async (settings, problem) => {
  const application = new MigratedApplication(settings, { [`${id}.sql`]: 'SELECT 1' })
  const { code, stderr } = await application.run('migrate')
  expect([code, stderr]).toEqual([1, expect.stringContaining(problem)])
})
