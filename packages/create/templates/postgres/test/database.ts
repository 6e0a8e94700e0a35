import { execFileSync } from 'node:child_process'
import { Config } from 'fw'
import { Client } from 'pg'

const config = Config.load()
const name = `${config.string('DB_NAME')}_test`

/** Before all tests: makes a database beside the one that is configured, with all migrations. */
export async function setup(): Promise<void> {
  await run(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
  await run(`CREATE DATABASE "${name}"`)
  process.env['DB_NAME'] = name
  execFileSync(process.execPath, ['node_modules/fw/bin/fw', 'migrate'])
}

/** After all tests. */
export async function teardown(): Promise<void> {
  await run(`DROP DATABASE "${name}" WITH (FORCE)`)
}

async function run(statement: string): Promise<void> {
  const client = new Client({
    host: config.string('DB_HOST', '127.0.0.1'),
    port: config.int('DB_PORT', 5432),
    user: config.string('DB_USER'),
    password: config.string('DB_PASSWORD', ''),
    database: 'postgres',
  })
  await client.connect()
  await client.query(statement)
  await client.end()
}
