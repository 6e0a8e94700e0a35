import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findServer } from '../../packages/query/test/databases/find-server.ts'
import {
  createMysqlDatabase,
  createPostgresDatabase,
} from '../../packages/query/test/databases/scratch-database.ts'
import { writeEvidence } from '../evidence.ts'
import { median } from '../statistics.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    evidence: { type: 'boolean', default: false },
  },
})
const rounds = Number(options.rounds)
const count = 1000
const root = new URL('../..', import.meta.url).pathname
const fw = join(root, 'packages/core/bin/fw')

const rows = [
  await measure('SQLite', { DB_CONNECTION: 'sqlite', DB_NAME: 'shop.sqlite' }),
  await onServer('postgres', 'PostgreSQL', createPostgresDatabase),
  await onServer('mysql', 'MySQL', createMysqlDatabase),
]
const table = [
  `| Database | none | ${count} that have run |`,
  '|---|---|---|',
  ...rows.filter((row) => row !== undefined),
].join('\n')
console.log(table)
if (options.evidence) {
  writeEvidence('migrate', [
    `The whole process \`fw migrate\`, from its start to its end: median seconds of ${rounds} runs, in brackets the slowest. Each`,
    `run compares the checksums of all files, and prints that there is nothing to migrate.`,
    '',
    table,
  ])
}

async function onServer(
  kind: 'postgres' | 'mysql',
  title: string,
  create: typeof createPostgresDatabase,
): Promise<string | undefined> {
  const server = await findServer(kind)
  if (!server) return undefined
  const database = await create(server)
  const { hostname, port, username, password, pathname } = new URL(database.url)
  try {
    return await measure(title, {
      DB_CONNECTION: kind,
      DB_HOST: hostname,
      DB_PORT: port,
      DB_USER: username,
      DB_PASSWORD: password,
      DB_NAME: pathname.slice(1),
    })
  } finally {
    await database.drop()
  }
}

async function measure(title: string, settings: Readonly<Record<string, string>>): Promise<string> {
  const folder = mkdtempSync(join(root, 'node_modules/.migrate-'))
  try {
    const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`)
    writeFileSync(join(folder, 'package.json'), '{ "name": "shop", "type": "module" }')
    writeFileSync(join(folder, '.env'), lines.join(''))
    mkdirSync(join(folder, 'src'))
    mkdirSync(join(folder, 'migrations'))
    const none = Array.from({ length: rounds }, () => migrate(folder))
    for (let number = 0; number < count; number += 1) {
      const id = `${20260101000000 + number}_step_${number}`
      const sql = `INSERT INTO steps (id, note) VALUES (${number}, 'step; ${number}');\n`
      const first = 'CREATE TABLE steps (id INT PRIMARY KEY, note VARCHAR(20));\n'
      writeFileSync(join(folder, 'migrations', `${id}.sql`), number === 0 ? first : sql)
    }
    migrate(folder, /^Applied /)
    const all = Array.from({ length: rounds }, () => migrate(folder))
    return `| ${title} | ${cell(none)} | ${cell(all)} |`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Seconds of a run that has to print what is expected. */
function migrate(folder: string, expected = /^There is nothing to migrate\.\n$/): number {
  const start = performance.now()
  const { stdout, stderr, status } = spawnSync(process.execPath, [fw, 'migrate'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const seconds = (performance.now() - start) / 1000
  if (status !== 0 || !expected.test(stdout)) throw new Error(`fw migrate: ${stdout}${stderr}`)
  return seconds
}

function cell(seconds: readonly number[]): string {
  return `${median([...seconds]).toFixed(2)} (${Math.max(...seconds).toFixed(2)})`
}
