import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

export const program = join(import.meta.dirname, '../bin/create')

export interface ProgramResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A folder of packed packages, which contain nothing. */
export const packages = mkdtempSync(join(tmpdir(), 'fw-packages-'))
afterAll(() => rmSync(packages, { recursive: true, force: true }))
const names = [
  'core',
  'transform',
  'lint',
  'query',
  'queue',
  'migrate',
  'auth',
  'schedule',
  'telemetry',
]
for (const name of names) {
  const folder = join(packages, name, 'package')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), `{ "name": "@fw/${name}", "version": "0.1.0" }`)
  const tarball = join(packages, `fw-${name}-0.1.0.tgz`)
  execFileSync('tar', ['-czf', tarball, '-C', join(packages, name), 'package'])
}

/** The flag that names them. */
export const packed = `--packages=${packages}`

/** Runs @fw/create to its end, without a terminal. A new project takes its packages from {@link packages}. */
export function createFw(
  folder: string,
  args: string[],
  environment: object = {},
): Promise<ProgramResult> {
  return startCreateFw(folder, args, environment).ended
}

export function startCreateFw(folder: string, args: string[], environment: object = {}) {
  const source = args[0] === 'add' || args.includes(packed) ? [] : [packed]
  const { npm_config_user_agent: _, ...inherited } = process.env
  const child = spawn(process.execPath, [program, ...source, ...args], {
    cwd: folder,
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (texts.stdout += chunk))
  child.stderr.on('data', (chunk) => (texts.stderr += chunk))
  const ended = new Promise<ProgramResult>((resolve) => {
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
