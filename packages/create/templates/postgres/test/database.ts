import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { Config } from '@fw/core'
import { Client } from 'pg'
import { afterAll, beforeAll } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Gives the tests of a file an empty database next to the configured one, with all migrations. */
export function useTestDatabase(): void {
  const url = Config.load(root).string('DATABASE_URL')
  const name = `${new URL(url).pathname.slice(1)}_test_${process.env['VITEST_POOL_ID'] ?? '0'}`

  beforeAll(async () => {
    await run(url, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
    await run(url, `CREATE DATABASE "${name}"`)
    process.env['DATABASE_URL'] = Object.assign(new URL(url), { pathname: name }).href
    execFileSync(process.execPath, ['__fw__', 'migrate'], { cwd: root })
  })

  afterAll(() => run(url, `DROP DATABASE "${name}" WITH (FORCE)`))
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect().catch((cause: unknown) => {
    const { protocol, host } = new URL(url)
    throw new Error(
      `The tests cannot connect to DATABASE_URL (${protocol}//${host}). Start PostgreSQL, for example with "docker compose up --detach db", or correct the setting.`,
      { cause },
    )
  })
  await client.query(statement)
  await client.end()
}
