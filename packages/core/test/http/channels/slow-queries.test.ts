import { DatabaseSync } from 'node:sqlite'
import { createApp, JsonLogger, Logger } from '@fw/core'
import { runStatement } from '@fw/query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { importableApplication } from '../../support/temporary-application.ts'

test('a slow query is logged as a warning, with limited frequency', async () => {
  const lines: Record<string, unknown>[] = []
  const root = importableApplication({
    'package.json': '{ "type": "module" }',
    '.env': 'FW_SLOW_QUERY=50ms\n',
    'src/a.ts': 'export class A {}',
  })
  const { container } = await createApp(root, {
    bootstrap: (c) =>
      void c.instance(
        Logger,
        new JsonLogger({ write: (line) => void lines.push(JSON.parse(line)) }),
      ),
  })
  onTestFinished(() => container[Symbol.asyncDispose]())
  const database = new DatabaseSync(':memory:')
  const slow =
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT max(i) FROM n'
  const run = () => runStatement(database, slow, [1_000_000])
  await run()
  await run()
  await runStatement(database, 'SELECT 1')
  const warnings = lines.filter(({ message }) => message === 'A query was slow.')
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toMatchObject({ level: 'warn', sql: slow, system: 'sqlite', rows: 1 })
  const { now } = performance
  const later = vi
    .spyOn(performance, 'now')
    .mockImplementation(() => now.call(performance) + 10_001)
  onTestFinished(() => later.mockRestore())
  await run()
  expect(lines.at(-1)).toMatchObject({ message: 'A query was slow.', suppressed: 1 })
})
