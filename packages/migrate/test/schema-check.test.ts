import { runStatement } from '@fw/query'
import { describe, expect, test } from 'vitest'
import { runFw } from '../../core/test/support/fw-process.ts'
import {
  importableApplication,
  temporaryApplication,
} from '../../core/test/support/temporary-application.ts'
import { describeDatabases } from '../../queue/test/databases.ts'
import { runHere } from '../../core/test/support/run-here.ts'

const typeNames = {
  PostgreSQL: { moment: 'TIMESTAMPTZ', bytes: 'BYTEA', json: 'JSONB', truth: 'BOOLEAN' },
  MySQL: { moment: 'DATETIME(3)', bytes: 'BLOB', json: 'JSON', truth: 'BOOLEAN' },
  SQLite: { moment: 'DATETIME', bytes: 'BLOB', json: 'TEXT', truth: 'BOOLEAN' },
}

const matchingClasses = `import { MaxLength, Table, type int } from '@fw/core'
export enum State { open = 'open', paid = 'paid' }
@Table('orders', { columns: { by: 'buyer' }, writes: true })
export class Order {
  constructor(
    readonly id: int,
    @MaxLength(20) readonly title: string,
    readonly state: State,
    readonly joinedAt: Date,
    readonly by: string | null,
    readonly price: number,
    readonly isGift: boolean,
    readonly lines: string[],
    readonly payload: Uint8Array,
    readonly camelCase: bigint,
  ) {}
}
@Table('orders')
export class OrderTitle {
  constructor(readonly id: int, @MaxLength(20) readonly title: string) {}
}
`

// Thirty differences.
const mismatchedClasses = `import { MaxLength, Table, type int } from '@fw/core'
export class Point { constructor(readonly x: int) {} }
@Table('nowhere') export class Nowhere { constructor(readonly id: int) {} }
@Table('orders') export class Missing {
  constructor(readonly idd: int, readonly titel: string, readonly joined: Date, readonly by: string | null) {}
}
@Table('orders', { columns: { id: 'number', title: 'name' } }) export class Renamed {
  constructor(readonly id: int, readonly title: string) {}
}
@Table('orders') export class Numbers {
  constructor(readonly title: int, readonly joinedAt: number, readonly payload: bigint, readonly price: bigint) {}
}
@Table('orders') export class Truths {
  constructor(readonly title: boolean, readonly price: boolean, readonly joinedAt: boolean) {}
}
@Table('orders') export class Texts { constructor(readonly payload: string, readonly isGift: string) {} }
@Table('orders') export class Times {
  constructor(readonly id: Date, readonly price: Date, readonly isGift: Date) {}
}
@Table('orders') export class Bytes { constructor(readonly title: Uint8Array, readonly id: Uint8Array) {} }
@Table('orders') export class Lists {
  constructor(readonly id: string[], readonly price: Point, readonly isGift: Map<string, int>, readonly joinedAt: int[]) {}
}
@Table('orders') export class Nulls { constructor(readonly buyer: string) {} }
@Table('orders') export class Lengths { constructor(@MaxLength(30) readonly title: string) {} }
@Table('orders') export class Shorter { constructor(@MaxLength(10) readonly title: string) {} }
@Table('counters', { writes: true }) export class Counter { constructor(readonly id: int | null) {} }
`

await describeDatabases((title, database) => {
  const { moment, bytes, json, truth } = typeNames[title]
  const application = (source: string, create = importableApplication) => {
    const lines = Object.entries(database.settings).map(([key, value]) => `${key}=${value}\n`)
    return create({
      'package.json': '{ "name": "shop", "type": "module" }',
      '.env': lines.join(''),
      'src/bootstrap.ts': "throw new Error('booted')\n",
      'src/orders.ts': source,
    })
  }
  const create = async () => {
    for (const table of ['orders', 'counters']) await database.drop(table)
    const run = (sql: string) => runStatement(database.connection, sql)
    if (title === 'PostgreSQL') {
      await run('DROP TYPE IF EXISTS state')
      await run(`CREATE TYPE state AS ENUM ('open', 'paid')`)
    }
    const state = { PostgreSQL: 'state', MySQL: `ENUM('open', 'paid')`, SQLite: 'TEXT' }[title]
    await run(
      `CREATE TABLE orders (id INTEGER PRIMARY KEY, title VARCHAR(20) NOT NULL, state ${state} NOT NULL,
      joined_at ${moment} NOT NULL, buyer VARCHAR(50) NULL, price DECIMAL(10, 2) NOT NULL, is_gift ${truth} NOT NULL,
      \`lines\` ${json} NOT NULL, payload ${bytes} NOT NULL, camel_case BIGINT NOT NULL, more INT NULL, counted INT NOT NULL DEFAULT 0)`.replaceAll(
        '`',
        title === 'MySQL' ? '`' : '"',
      ),
    )
    await run(
      'CREATE TABLE counters (id INTEGER NOT NULL, name INTEGER NOT NULL, PRIMARY KEY (name, id))',
    )
  }

  describe('fw schema:check', () => {
    test('reports nothing for matching classes, and does not boot the application', async () => {
      await create()
      expect(
        await runFw(application(matchingClasses, temporaryApplication), ['schema:check']),
      ).toEqual({
        code: 0,
        stdout: '',
        stderr: 'Classes compared: 2. Differences: 0.\n',
      })
    })

    test('finds each of thirty differences', async () => {
      await create()
      const { code, stdout, stderr } = await runHere(application(mismatchedClasses), [
        'schema:check',
      ])
      const found = stdout.trim().split('\n')
      expect(found.map((line) => line.split(' ')[0])).toEqual([
        'Nowhere',
        ...['idd', 'titel', 'joined', 'by'].map((name) => `Missing.${name}`),
        ...['id', 'title'].map((name) => `Renamed.${name}`),
        ...['title', 'joinedAt', 'payload', 'price'].map((name) => `Numbers.${name}`),
        ...['title', 'price', 'joinedAt'].map((name) => `Truths.${name}`),
        ...['payload', 'isGift'].map((name) => `Texts.${name}`),
        ...['id', 'price', 'isGift'].map((name) => `Times.${name}`),
        ...['title', 'id'].map((name) => `Bytes.${name}`),
        ...['id', 'price', 'isGift', 'joinedAt'].map((name) => `Lists.${name}`),
        'Nulls.buyer',
        'Lengths.title',
        'Shorter.title',
        'Counter.id',
        'Counter',
      ])
      expect([code, stderr]).toEqual([1, 'Classes compared: 13. Differences: 30.\n'])
      expect(stdout).toMatch(
        /^Missing\.idd \(\S*src\/orders\.ts:\d+:\d+\): orders has no such column, expected idd\.$/m,
      )
      expect(stdout).toMatch(
        /^Nulls\.buyer \(\S+\): orders\.buyer is \S.*\(50\), may be null, expected NOT NULL\.$/m,
      )
    })

    test('compares an enum type with the values of the class', async () => {
      if (title === 'SQLite') return
      await create()
      const fewer = matchingClasses.replace("paid = 'paid'", "late = 'late'")
      const { code, stdout } = await runHere(application(fewer), ['schema:check'])
      expect([code, stdout]).toEqual([
        1,
        expect.stringContaining('expected the class to include paid.'),
      ])
    })

    test('fails if the database is unavailable', async () => {
      if (title === 'SQLite') return
      const root = application(matchingClasses, temporaryApplication)
      const { code, stdout, stderr } = await runFw(root, ['schema:check'], { DB_PORT: '9' })
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(/ECONNREFUSED|refused/)
    })

    test('fails if there are no classes or no tables', async () => {
      for (const table of ['orders', 'counters']) await database.drop(table)
      const empty = await runHere(application(matchingClasses), ['schema:check'])
      expect(empty).toEqual({
        code: 2,
        stdout: '',
        stderr:
          'No tables were found. Run "fw migrate", or check the privileges of the database user.\n',
      })
      const none = await runHere(application('export const nothing = 1\n'), ['schema:check'])
      expect([none.code, none.stderr]).toEqual([
        2,
        'No class of the application is marked @Table. Add @Table to the classes to compare.\n',
      ])
    })
  })
})
