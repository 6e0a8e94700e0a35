import { expect, test } from 'vitest'
import { screenOf, terminalProcess } from '../../core/test/support/terminal-process.ts'
import { MigratedApplication } from './migrated-application.ts'

test('in a terminal, fw migrate shows the migration that runs, and clears the line', async () => {
  const application = new MigratedApplication(
    { DB_CONNECTION: 'sqlite', DB_NAME: 'shop.sqlite' },
    {
      '20260101000000_create_orders.sql': 'CREATE TABLE orders (id INT);\n',
      '20260102000000_fill_orders.js': `import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
export async function up() {
  while (!existsSync('migrations/go')) await setTimeout(10)
}
`,
    },
  )
  const terminal = terminalProcess(application.root, 'migrate')
  await terminal.printed(/Migrations {2}1 of 2 {2}50 % {2}(?:\d+ s {2})?20260102000000_fill_orders/)
  application.write('go', '')

  expect(await terminal.exit).toBe(0)
  expect(screenOf(terminal)).toEqual([
    expect.stringMatching(/^Applied 20260101000000_create_orders in \d+ ms\.$/),
    expect.stringMatching(/^Applied 20260102000000_fill_orders in \d+ ms\.$/),
    '',
  ])
})
