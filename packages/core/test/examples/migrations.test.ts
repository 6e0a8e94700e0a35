import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { describePostgres } from '../../../queue/test/databases.ts'
import { runFw } from '../support/fw-process.ts'
import { temporaryApplication } from '../support/temporary-application.ts'

const files = fileURLToPath(new URL('migrations/migrations', import.meta.url))
const page = fileURLToPath(new URL('../../docs/migrations.md', import.meta.url))

test('the migrations of the page run, and the first can be reverted', async () => {
  const root = temporaryApplication({
    'package.json': '{ "type": "module" }',
    '.env': 'DB_CONNECTION=sqlite\nDB_NAME=shop.sqlite\n',
  })
  cpSync(files, join(root, 'migrations'), { recursive: true })
  cpSync(join(files, '../src'), join(root, 'src'), { recursive: true })
  const sql = readFileSync(join(files, '20261122101500_create_orders.sql'), 'utf8')
  expect(readFileSync(page, 'utf8')).toContain(`\`\`\`sql\n${sql}\`\`\`\n`)

  const first = await runFw(root, ['migrate', '--dry-run'])
  expect(first.stdout).toContain('CREATE INDEX orders_title ON orders (title);')
  const database = new DatabaseSync(join(root, 'shop.sqlite'))
  expect(await runFw(root, ['migrate'])).toMatchObject({ code: 0, stderr: '' })
  expect(database.prepare('SELECT id FROM fw_migrations').all()).toHaveLength(2)

  expect(await runFw(root, ['schema:check'])).toMatchObject({ code: 0, stdout: '' })
  database.exec(
    "DELETE FROM fw_migrations WHERE id LIKE '%trim%'; INSERT INTO orders VALUES (1, ' Tea ')",
  )
  expect(await runFw(root, ['migrate'])).toMatchObject({ code: 0, stderr: '' })
  expect(database.prepare('SELECT title FROM orders').all()).toMatchObject([{ title: 'Tea' }])

  const down = await runFw(root, ['migrate:down'])
  expect([down.code, down.stderr]).toEqual([
    1,
    expect.stringContaining('it has no down migration.'),
  ])
  database.close()
})

await describePostgres((_title, database) => {
  test('the migrations use the connection of the page', async () => {
    const { DB_USER, DB_PASSWORD, DB_HOST, DB_PORT, DB_NAME } = database.settings
    const root = temporaryApplication({
      'package.json': '{ "type": "module" }',
      '.env': `DATABASE_URL=postgres://${DB_USER}:${DB_PASSWORD}@${DB_HOST}:${DB_PORT}/${DB_NAME}\n`,
      'migrations/20261122101500_create_orders.sql': 'CREATE TABLE orders (id INT);\n',
    })
    cpSync(join(files, '../own'), join(root, 'src'), { recursive: true })
    expect(await runFw(root, ['migrate'])).toMatchObject({ code: 0, stderr: '' })
    expect((await runFw(root, ['migrate:status'])).stdout).toMatch(/create_orders +applied /)
  })
})
