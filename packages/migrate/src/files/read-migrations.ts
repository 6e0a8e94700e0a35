import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DialectName } from '@fw/query'
import { InvalidMigration } from '../errors.ts'
import { checksumOf } from './checksum.ts'
import { parseMigrationName } from './migration-name.ts'
import { parseSqlMigration, type SqlScript } from './sql-migration.ts'
import { loadModule, type ModuleScript } from './module-migration.ts'

/** A migration file. Its content has been read, but not parsed. */
export interface Migration {
  readonly id: string
  /** The name of the file, for messages. */
  readonly file: string
  readonly checksum: string
  /** Parses the migration. Throws `InvalidMigration`. */
  load(): Promise<Script>
}

export type Script = SqlScript | ModuleScript

/** The file in which `fw build` stores the checksums of the sources. */
export const checksumsName = 'checksums.json'

/**
 * Returns the migrations in a folder for a database, sorted by id; an empty list if the folder does not exist. Throws
 * `InvalidMigration`.
 */
export function readMigrations(folder: string, dialect: DialectName): Migration[] {
  if (!existsSync(folder)) return []
  const checksums = readChecksums(folder)
  const chosen = new Map<string, { file: string; isSpecific: boolean }>()
  for (const file of readdirSync(folder).toSorted()) {
    if (isIgnored(file)) continue
    const name = parseMigrationName(file)
    const displayPath = join(relative(process.cwd(), folder), file)
    if (!name) throw new InvalidMigration(displayPath, invalidName)
    if (name.database !== undefined && name.database !== dialect) continue
    const isSpecific = name.database !== undefined
    const sameId = chosen.get(name.id)
    if (sameId?.isSpecific === isSpecific) {
      throw new InvalidMigration(
        displayPath,
        `${sameId.file} has the same id. Rename or remove one of the two.`,
      )
    }
    if (!sameId || isSpecific) chosen.set(name.id, { file, isSpecific })
  }
  return [...chosen]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { file }]) => createMigration(id, file, folder, dialect, checksums))
}

function createMigration(
  id: string,
  file: string,
  folder: string,
  dialect: DialectName,
  checksums: Readonly<Record<string, string>>,
): Migration {
  const path = join(folder, file)
  const displayPath = relative(process.cwd(), path)
  const text = readFileSync(path, 'utf8')
  return {
    id,
    file: displayPath,
    checksum: checksums[file] ?? checksumOf(text),
    load: async () =>
      file.endsWith('.sql')
        ? parseSqlMigration(text.replace(/^\uFEFF/, ''), dialect, displayPath)
        : loadModule(pathToFileURL(path).href, displayPath),
  }
}

function readChecksums(folder: string): Readonly<Record<string, string>> {
  const file = join(folder, checksumsName)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}
}

/** True for files that may be in the same folder as migrations: hidden files, notes, and files of a build. */
function isIgnored(file: string): boolean {
  return /^\.|\.md$|\.map$/.test(file) || file === checksumsName || file === 'package.json'
}

const invalidName =
  'this is not a valid name for a migration. Use one such as 20261122101500_create_orders.sql, ' +
  '20261122101500_create_orders.postgres.sql (or mysql, sqlite) or 20261122101500_create_orders.ts; ' +
  '"fw migrate:new create_orders" creates one.'
