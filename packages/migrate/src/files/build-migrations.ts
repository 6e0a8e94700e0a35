import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApplicationBuild } from '@fw/core'
import { checksumOf } from './checksum.ts'
import { parseMigrationName } from './migration-name.ts'
import { checksumsName } from './read-migrations.ts'

/**
 * Copies the migrations into a build. Compiles TypeScript files, and stores the checksums of their
 * sources. Other files do not change.
 */
export async function buildMigrations({
  folder,
  output,
  compile,
}: ApplicationBuild): Promise<void> {
  const source = join(folder, 'migrations')
  if (!existsSync(source)) return
  const target = join(output, 'migrations')
  mkdirSync(target, { recursive: true })
  const files = readdirSync(source).filter((file) => parseMigrationName(file))
  const modules = files.filter((file) => file.endsWith('.ts'))
  for (const file of files) {
    if (!modules.includes(file)) cpSync(join(source, file), join(target, file))
  }
  await compile(
    modules.map((file) => join(source, file)),
    source,
    target,
  )
  const checksums = modules.map((file) => [
    file.replace(/ts$/, 'js'),
    checksumOf(readFileSync(join(source, file), 'utf8')),
  ])
  writeFileSync(
    join(target, checksumsName),
    `${JSON.stringify(Object.fromEntries(checksums), null, 1)}\n`,
  )
}
