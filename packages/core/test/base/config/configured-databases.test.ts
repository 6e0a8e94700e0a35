import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Database, Query, transaction } from '@fw/query'
import { createApp, type Application, type Bootstrap } from '@fw/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Queue, Worker } from '@fw/queue'
import { runFw } from '../../support/fw-process.ts'
import { importableApplication } from '../../support/temporary-application.ts'

const manifest = { 'package.json': '{ "type": "module" }' }

const sales = `import { Command, Connection, Get } from '@fw/core'
import { Database } from '@fw/query'
import type { Job } from '@fw/queue'

class Totals {
  constructor(@Connection('reporting') private readonly database: Database) {}
  names() { return this.database.table('items').pluck('name') }
}

export class Reports {
  constructor(
    private readonly database: Database,
    @Connection('reporting') readonly reporting: Database,
    private readonly totals: Totals,
  ) {}

  @Get('/reports') async show() {
    const names = await this.database.table('items').pluck('name')
    return [...names, ...(await this.reporting.table('items').pluck('name')), ...(await this.totals.names())]
  }

  @Command('reports:list') async list() {
    console.log((await this.reporting.table('items').pluck('name')).join())
  }
}

export class Note implements Job {
  constructor(readonly text: string) {}
  async handle(@Connection('reporting') reporting: Database, main: Database) {
    for (const database of [reporting, main]) await database.table('items').insert({ name: this.text })
  }
}
`

interface NoteClass {
  new (text: string): { readonly text: string; handle(): Promise<void> }
}

/** Writes an application with a main database and one for reports, both files of SQLite with a table. */
function createShop(files: Readonly<Record<string, string>> = {}): string {
  const root = importableApplication({ ...manifest, 'src/sales.ts': sales, ...files })
  for (const name of ['main', 'reporting']) {
    const database = new DatabaseSync(join(root, `${name}.db`))
    database.exec(`CREATE TABLE items (name TEXT); INSERT INTO items VALUES ('of ${name}')`)
    database.close()
  }
  return root
}

async function boot(
  root: string,
  settings: Readonly<Record<string, string>>,
  bootstrap?: Bootstrap,
): Promise<Application> {
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`)
  writeFileSync(join(root, '.env'), lines.join(''))
  const app = await createApp(root, bootstrap && { bootstrap })
  onTestFinished(() => app.container[Symbol.asyncDispose]())
  return app
}

/** Boots an application that cannot, and gives the message. */
async function refusal(
  root: string,
  settings: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const error = await boot(root, settings).catch((thrown: unknown) => thrown)
  return error instanceof Error ? error.message.replaceAll(/\(\S*(?=src\/)/g, '(') : undefined
}

const settingsOf = (root: string) => ({
  DATABASE_URL: `sqlite:${join(root, 'main.db')}`,
  DB_REPORTING_URL: `sqlite:${join(root, 'reporting.db')}`,
  QUEUE_CONNECTION: 'memory',
})

async function show({ kernel }: Application): Promise<unknown> {
  return (await kernel.fetch(new Request('http://localhost/reports'))).json()
}

describe('the databases of the configuration', () => {
  test('are services: the main one by its type, others by their names', async () => {
    const root = createShop()
    const app = await boot(root, settingsOf(root))
    expect(await show(app)).toEqual(['of main', 'of reporting', 'of reporting'])
  })

  test('are parameters of jobs and of the constructors of commands', async () => {
    const root = createShop()
    const app = await boot(root, settingsOf(root))
    const Note = app.classes.find(({ name }) => name === 'Note') as unknown as NoteClass
    const queue = app.container.get(Queue)
    const stop = new AbortController()
    const running = new Worker(queue, app.container).run(stop.signal)
    await queue.push(new Note('pushed'))
    await expect.poll(() => show(app)).toContain('pushed')
    stop.abort()
    await running
    const { code, stdout } = await runFw(root, ['reports:list'])
    expect([code, stdout]).toEqual([0, 'of reporting,pushed\n'])
  })

  test('can be configured by separate keys', async () => {
    const root = createShop()
    const { DATABASE_URL } = settingsOf(root)
    const app = await boot(root, {
      DATABASE_URL,
      DB_REPORTING_CONNECTION: 'sqlite',
      DB_REPORTING_NAME: join(root, 'reporting.db'),
    })
    expect(await show(app)).toContain('of reporting')
  })

  test('are replaced in a test, and accepted as connections', async () => {
    const root = createShop()
    const connection = new DatabaseSync(':memory:')
    connection.exec("CREATE TABLE items (name TEXT); INSERT INTO items VALUES ('of the test')")
    const app = await boot(root, settingsOf(root), (container) => {
      container.instance(Database.named('reporting'), Database.of(connection))
    })
    expect(await show(app)).toEqual(['of main', 'of the test', 'of the test'])
    const main = app.container.get(Database)
    await transaction(main, async (tx) => {
      await new Query(tx).table('items').insert({ name: 'kept' })
    })
    await expect(
      main.transaction(async (tx) => {
        await new Query(tx).table('items').insert({ name: 'rolled back' })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    const rows = main.table('items').stream()
    expect(await allOf(rows)).toEqual([{ name: 'of main' }, { name: 'kept' }])
  })

  test('are closed when the application ends', async () => {
    const root = createShop()
    const { container } = await boot(root, settingsOf(root))
    const database = container.get(Database)
    const connection = (await database.connection()) as DatabaseSync
    expect(connection.isOpen).toBe(true)
    await container[Symbol.asyncDispose]()
    expect(connection.isOpen).toBe(false)
  })
})

describe('at boot', () => {
  const reports = (parameters: string, method = "@Get('/') show() {}") =>
    importableApplication({
      ...manifest,
      'src/reports.ts': `import { Connection, Get } from '@fw/core'
import { Database } from '@fw/query'
export class Reports {
  constructor(${parameters}) {}
  ${method}
}
`,
    })

  test('the error for an unknown name contains the key to set and the existing names', async () => {
    const root = reports("@Connection('reporting') readonly database: Database")
    const settings = { DB_ARCHIVE_URL: 'sqlite:a.db', DB_URL: 'sqlite:b.db' }
    expect(await refusal(root, settings))
      .toBe(`Cannot build Reports: no database is configured as "reporting".
  Reports
  └─ database: Database (src/reports.ts:4:49)
Set DB_REPORTING_URL, or correct the name.
Registered and related: Database "archive".`)
  })

  test('a Database without a configured one is an error', async () => {
    const root = reports('readonly database: Database')
    expect(await refusal(root, {})).toBe(
      'Cannot build Reports: no database is configured.\n  Reports\n  └─ database: Database (src/reports.ts:4:24)\nSet DATABASE_URL, or DB_CONNECTION, DB_NAME and so on.',
    )
    expect(await boot(reports('readonly database: Database | null'), {})).toBeDefined()
  })

  const show = "@Get('/') show() {}"
  test.each([
    [
      "@Connection('reporting') readonly name: string",
      show,
      'Reports (src/reports.ts:4:49): @Connection is on a parameter of type string. Put it on a constructor parameter of type Database of @fw/query.',
    ],
    [
      '',
      "@Get('/') show(@Connection('reporting') database: Database) {}",
      'If it is a service, inject it in the constructor.',
    ],
    [
      '',
      `@Connection('reporting') ${show}`,
      '@Connection is not on a parameter. Put it on a constructor parameter',
    ],
    [
      '',
      `@Connection('reporting') database?: Database; ${show}`,
      '@Connection is not on a parameter. Put it on a constructor parameter',
    ],
    [
      "@Connection('Reporting') readonly database: Database",
      show,
      '"Reporting" is not a valid name for @Connection.',
    ],
    [
      "@Connection('migration') readonly database: Database",
      show,
      '"migration" is not a valid name for @Connection.',
    ],
  ])('@Connection on something else is an error: %s %s', async (parameters, method, message) => {
    const settings = { DB_REPORTING_URL: 'sqlite:a.db', DATABASE_URL: 'sqlite:b.db' }
    expect(await refusal(reports(parameters, method), settings)).toContain(message)
  })
})

async function allOf(rows: AsyncIterable<object>): Promise<object[]> {
  const all: object[] = []
  for await (const row of rows) all.push(row)
  return all
}
