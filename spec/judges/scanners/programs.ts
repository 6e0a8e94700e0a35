import { execFile } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { isExecutable } from '../../../packages/core/test/support/is-executable.ts'

const programs = ['slowhttptest', 'wapiti', 'ffuf']
const missing = programs.filter((program) => !isInstalled(program))

/** How to get the programs that are missing; undefined if all are installed. */
export const missingPrograms: string | undefined =
  missing.length > 0
    ? `no ${missing.join(', ')}. Install them (apt-get install ${missing.join(' ')}).`
    : undefined

function isInstalled(program: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.some((folder) => isExecutable(join(folder, program)))
}

/** Runs a program for at most a minute; returns its output. */
export async function runScanner(program: string, args: readonly string[]): Promise<string> {
  const limits = { timeout: 60_000, maxBuffer: 64 * 1024 * 1024 }
  return (await promisify(execFile)(program, args, limits)).stdout
}
