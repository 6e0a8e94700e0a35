import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FwProcess, runFw } from '../../core/test/support/fw-process.ts'
import { temporaryApplication } from '../../core/test/support/temporary-application.ts'

const sql = '20260101000000_create_notes'
const module = '20260102000000_first_note'

function application(env = ''): string {
  return temporaryApplication({
    'package.json': '{ "name": "notes", "type": "module" }',
    '.env': `DB_CONNECTION=sqlite\nDB_NAME=notes.sqlite\n${env}`,
    'src/notes.ts': `import { DatabaseSync } from 'node:sqlite'
import { Get } from '@fw/core'
export class Notes {
  readonly database = new DatabaseSync('notes.sqlite')
  @Get('/') list(): string { return JSON.stringify(this.database.prepare('SELECT title FROM notes').all()) }
}
`,
    [`migrations/${sql}.sql`]: 'CREATE TABLE notes (title TEXT NOT NULL);\n',
    [`migrations/${module}.ts`]: `import { Query, type Transaction } from '@fw/query'
export const up = (tx: Transaction) => new Query(tx).table('notes').insert({ title: 'first' })
`,
  })
}

test('fw serve --migrate migrates before it boots', async () => {
  const root = application()
  const served = new FwProcess(root, ['serve', '--port', '0', '--migrate'])
  const response = await fetch(await served.address())
  expect(await response.json()).toBe('[{"title":"first"}]')
  expect(served.stdout).toMatch(
    new RegExp(`^Applied ${sql} in .*\\nApplied ${module} in .*\\nListening`),
  )
})

test('fw serve --migrate --workers migrates once, before the first process starts', async () => {
  const root = application('QUEUE_CONNECTION=database\n')
  const args = ['serve', '--port', '0', '--migrate', '--workers', '2', '--with', 'queue']
  const served = new FwProcess(root, args)
  const response = await fetch(await served.address())
  expect(await response.json()).toBe('[{"title":"first"}]')
  await served.printed(/Working on default/)
  expect(served.stdout).toMatch(
    new RegExp(`^Applied ${sql} in .*\\nApplied ${module} in .*\\nListening`),
  )
  expect(served.stdout.match(/Applied/g)).toHaveLength(2)
  served.child.kill('SIGTERM')
  expect(await served.exit).toBe(0)
})

test('fw serve --migrate --workers starts no process if a migration fails', async () => {
  const root = application()
  writeFileSync(join(root, 'migrations/20260103000000_wrong.sql'), 'SELECT FROM WHERE')
  const args = ['serve', '--port', '0', '--migrate', '--workers', '2']
  const { code, stdout, stderr } = await runFw(root, args)
  expect([code, stdout.includes('Listening')]).toEqual([1, false])
  expect(stderr).toContain('migrations/20260103000000_wrong.sql:1')
})

test('fw serve --migrate does not serve if a migration fails', async () => {
  const root = application()
  writeFileSync(join(root, 'migrations/20260103000000_wrong.sql'), 'SELECT FROM WHERE')
  const { code, stdout, stderr } = await runFw(root, ['serve', '--port', '0', '--migrate'])
  expect([code, stdout.includes('Listening')]).toEqual([1, false])
  expect(stderr).toContain('migrations/20260103000000_wrong.sql:1')
})

test('fw serve --migrate runs no migration if its arguments are invalid', async () => {
  const root = application()
  const { code, stderr } = await runFw(root, ['serve', '--migrate', '--prot', '0'])
  expect([code, stderr.includes('unknown option --prot')]).toEqual([2, true])
  expect((await runFw(root, ['migrate', '--dry-run'])).stdout).toContain(sql)
})

test('fw build carries the migrations, with the checksums of their source', async () => {
  const root = application()
  expect((await runFw(root, ['migrate'])).code).toBe(0)
  const built = await runFw(root, ['build', '--skip-boot'])
  expect([built.code, built.stderr]).toEqual([0, ''])
  rmSync(join(root, 'migrations'), { recursive: true })
  const production = { NODE_ENV: 'production' }
  expect(await runFw(root, ['migrate'], production)).toEqual({
    code: 0,
    stdout: 'There is nothing to migrate.\n',
    stderr: '',
  })
  rmSync(join(root, 'notes.sqlite'))
  expect((await runFw(root, ['migrate'], production)).stdout.match(/Applied \S+/g)).toEqual([
    `Applied ${sql}`,
    `Applied ${module}`,
  ])
  const refused = await runFw(root, ['migrate:down'], production)
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('Down migrations are disabled in production'),
  ])
})

test('migrate:new writes a file that runs', async () => {
  const root = application()
  mkdirSync(join(root, 'migrations'), { recursive: true })
  const { code, stdout } = await runFw(root, ['migrate:new', 'add_color'])
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^migrations\/\d{14}_add_color\.sql\n$/),
  ])
  expect((await runFw(root, ['migrate:new', 'Add-Color'])).code).toBe(2)
  expect((await runFw(root, ['migrate'])).code).toBe(0)
})
