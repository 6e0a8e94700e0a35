import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Gives the tests of a file an empty database with all migrations. */
export function useTestDatabase(): void {
  const folder = mkdtempSync(join(tmpdir(), 'orders-'))

  beforeAll(() => {
    process.env['DATABASE_URL'] = `sqlite:${join(folder, 'test.sqlite')}`
    execFileSync(process.execPath, ['__fw__', 'migrate'], { cwd: root })
  })

  afterAll(() => rmSync(folder, { recursive: true }))
}
