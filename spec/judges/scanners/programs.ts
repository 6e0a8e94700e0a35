import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const programs = ['slowhttptest', 'wapiti', 'ffuf']
const missing = programs.filter((program) => !isInstalled(program))

/** How to get the programs that are missing; undefined if all are installed. */
export const missingPrograms: string | undefined =
  missing.length > 0
    ? `no ${missing.join(', ')}. Install them (apt-get install ${missing.join(' ')}).`
    : undefined

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Runs a program for at most a minute; returns its output. */
export async function runScanner(program: string, args: readonly string[]): Promise<string> {
  const limits = { timeout: 60_000, maxBuffer: 64 * 1024 * 1024 }
  return (await promisify(execFile)(program, args, limits)).stdout
}
