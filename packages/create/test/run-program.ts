import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export const program = join(import.meta.dirname, '../bin/create-fw')

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs create-fw to its end, without a terminal. */
export function createFw(
  folder: string,
  words: string[],
  environment: object = {},
): Promise<Ended> {
  return startCreateFw(folder, words, environment).ended
}

export function startCreateFw(folder: string, words: string[], environment: object = {}) {
  const { npm_config_user_agent: _, ...inherited } = process.env
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (texts.stdout += chunk))
  child.stderr.on('data', (chunk) => (texts.stderr += chunk))
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => resolve({ code, ...texts }))
  })
  return { child, ended }
}

/** An empty folder that lies in no repository and goes with the test. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'create-fw-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
