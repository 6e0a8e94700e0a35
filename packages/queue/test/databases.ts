import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { runStatement } from '@fw/query'
import mysql from 'mysql2/promise'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe } from 'vitest'
import {
  createMysqlDatabase,
  createPostgresDatabase,
  type ScratchDatabase,
} from '../../query/test/databases/scratch-database.ts'
import { describeWith } from '../../query/test/databases/servers.ts'

/** A database that one group of tests has for itself, from `beforeAll` on. */
export interface TestDatabase {
  readonly connection: object
  /** The environment variables that configure it. */
  readonly settings: Readonly<Record<string, string>>
  /** Removes a table. */
  drop(table: string): Promise<void>
}

type DatabaseTitle = 'SQLite' | 'PostgreSQL' | 'MySQL'
type Define = (title: DatabaseTitle, database: TestDatabase) => void

interface OpenPool {
  readonly connection: object
  readonly settings: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** Defines a group of tests for each kind of database. */
export async function describeDatabases(define: Define): Promise<void> {
  describeSqlite(define)
  await describePostgres(define)
  await describeMysql(define)
}

export function describeSqlite(define: Define): void {
  describe('SQLite', () => defineOn('SQLite', define, openSqlite))
}

export function describePostgres(define: Define): Promise<void> {
  return describeWith('postgres', 'PostgreSQL', (server) => {
    defineOn('PostgreSQL', define, async () => {
      return openServer('postgres', await createPostgresDatabase(server), (connectionString) => {
        const pool = new Pool({ connectionString })
        return { connection: pool, end: () => pool.end() }
      })
    })
  })
}

export function describeMysql(define: Define): Promise<void> {
  return describeWith('mysql', 'MySQL', (server) => {
    defineOn('MySQL', define, async () => {
      return openServer('mysql', await createMysqlDatabase(server), (uri) => {
        const pool = mysql.createPool({ uri, timezone: 'Z' })
        return { connection: pool, end: () => pool.end() }
      })
    })
  })
}

function defineOn(title: DatabaseTitle, define: Define, open: () => Promise<OpenPool>): void {
  let opened: OpenPool
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())
  define(title, {
    get connection() {
      return opened.connection
    },
    get settings() {
      return opened.settings
    },
    async drop(table) {
      await runStatement(opened.connection, `DROP TABLE IF EXISTS ${table}`)
    },
  })
}

async function openSqlite(): Promise<OpenPool> {
  const folder = mkdtempSync(join(tmpdir(), 'fw-queue-'))
  const path = join(folder, 'jobs.sqlite')
  const connection = new DatabaseSync(path, { timeout: 5000 })
  connection.exec('PRAGMA journal_mode = WAL')
  return {
    connection,
    settings: { DB_CONNECTION: 'sqlite', DB_NAME: path },
    async close() {
      connection.close()
      rmSync(folder, { recursive: true })
    },
  }
}

async function openServer(
  kind: string,
  database: ScratchDatabase,
  open: (url: string) => { connection: object; end: () => Promise<void> },
): Promise<OpenPool> {
  const { connection, end } = open(database.url)
  const { hostname, port, username, password, pathname } = new URL(database.url)
  return {
    connection,
    settings: {
      DB_CONNECTION: kind,
      DB_HOST: hostname,
      DB_PORT: port,
      DB_USER: username,
      DB_PASSWORD: password,
      DB_NAME: pathname.slice(1),
    },
    async close() {
      await end()
      await database.drop()
    },
  }
}
