import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { manifestName } from '../../base/discovery/built-application.ts'
import { OutputTaken } from './errors.ts'

/**
 * Replaces an output folder with the files that `write` creates. If `write` or `check` throws, keeps the previous
 * output.
 */
export async function replaceOutput(
  folder: string,
  check: () => Promise<void>,
  write: (folder: string) => Promise<void>,
): Promise<void> {
  if (isForeign(folder)) throw new OutputTaken(folder)
  const previous = `${folder}.former`
  const next = `${folder}.next`
  for (const rest of [previous, next]) rmSync(rest, { recursive: true, force: true })
  try {
    mkdirSync(next)
    await write(next)
    if (existsSync(folder)) renameSync(folder, previous)
    renameSync(next, folder)
    await check()
  } catch (error) {
    rmSync(existsSync(next) ? next : folder, { recursive: true, force: true })
    if (existsSync(previous)) renameSync(previous, folder)
    throw error
  }
  rmSync(previous, { recursive: true, force: true })
}

/** True if the folder contains files, but no build. */
function isForeign(folder: string): boolean {
  return (
    existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, manifestName))
  )
}
