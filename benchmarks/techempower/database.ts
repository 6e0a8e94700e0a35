import { Client } from 'pg'
import type { Fortune } from './fortunes-page.ts'

const fortunes: readonly string[] = [
  'fortune: No such file or directory',
  "A computer scientist is someone who fixes things that aren't broken.",
  'After enough decimal places, nobody gives a damn.',
  'A bad random number generator: 1, 1, 1, 1, 1, 4.33e+67, 1, 1, 1',
  'A computer program does what you tell it to do, not what you want it to do.',
  'Emacs is a nice operating system, but I prefer UNIX. — Tom Christaensen',
  'Any program that runs right is obsolete.',
  'A list is only as strong as its weakest link. — Donald Knuth',
  'Feature: A bug with seniority.',
  'Computers make very fast, very accurate mistakes.',
  '<script>alert("This should not be displayed in a browser alert box.");</script>',
  'フレームワークのベンチマーク',
]

export const storedFortunes: readonly Fortune[] = fortunes.map((message, index) => ({
  id: index + 1,
  message,
}))

const tables = [
  'CREATE TABLE world (id int PRIMARY KEY, randomnumber int NOT NULL)',
  'INSERT INTO world SELECT n, ceil(random() * 10000) FROM generate_series(1, 10000) n',
  'CREATE TABLE fortune (id int PRIMARY KEY, message text NOT NULL)',
]

/** A database with the tables of the benchmark. */
export interface Database {
  readonly url: string
  /** The numbers of the table `world`, by id. */
  readNumbers(): Promise<Map<number, number>>
  drop(): Promise<void>
}

export async function createDatabase(server: string): Promise<Database> {
  const name = `bench_${process.pid}`
  const url = new URL(server)
  url.pathname = `/${name}`
  await runOn(server, async (client) => {
    await client.query(`CREATE DATABASE ${name}`)
    // Waiting for the disk costs the server programs nothing, but makes rounds differ.
    await client.query(`ALTER DATABASE ${name} SET synchronous_commit = off`)
  })
  await runOn(url.href, async (client) => {
    for (const sql of tables) await client.query(sql)
    for (const { id, message } of storedFortunes) {
      await client.query('INSERT INTO fortune VALUES ($1, $2)', [id, message])
    }
    await client.query('ANALYZE')
  })
  return {
    url: url.href,
    readNumbers: () => readNumbers(url.href),
    async drop() {
      await runOn(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    },
  }
}

async function readNumbers(url: string): Promise<Map<number, number>> {
  const { rows } = await runOn(url, (client) =>
    client.query<{ id: number; randomnumber: number }>('SELECT id, randomnumber FROM world'),
  )
  return new Map(rows.map(({ id, randomnumber }) => [id, randomnumber]))
}

async function runOn<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
