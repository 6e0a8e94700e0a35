import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApplicationBuild } from '@fw/core'
import { checksumOf } from './checksum.ts'
import { parseMigrationName } from './migration-name.ts'
import { checksumsName } from './read-migrations.ts'

/**
 * Copies the migrations into a build: SQL files unchanged, TypeScript files compiled, together with the checksums of
 * their sources.
 */
export async function buildMigrations({
  folder,
  output,
  compile,
}: ApplicationBuild): Promise<void> {
  const from = join(folder, 'migrations')
  if (!existsSync(from)) return
  const to = join(output, 'migrations')
  mkdirSync(to, { recursive: true })
  const files = readdirSync(from).filter((file) => parseMigrationName(file))
  const modules = files.filter((file) => file.endsWith('.ts'))
  for (const file of files) {
    if (!modules.includes(file)) cpSync(join(from, file), join(to, file))
  }
  await compile(
    modules.map((file) => join(from, file)),
    from,
    to,
  )
  const checksums = modules.map((file) => [
    file.replace(/ts$/, 'js'),
    checksumOf(readFileSync(join(from, file), 'utf8')),
  ])
  writeFileSync(
    join(to, checksumsName),
    `${JSON.stringify(Object.fromEntries(checksums), null, 1)}\n`,
  )
}
