import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '@fw/create'
import { afterAll, onTestFinished, vi } from 'vitest'

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

/**
 * Runs @fw/create to its end, in the process of the test. A new project takes its packages from {@link packages}.
 */
export async function createFw(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ProgramResult> {
  const texts = { stdout: '', stderr: '' }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text) => void (texts.stdout += `${text}\n`)),
    vi.spyOn(console, 'error').mockImplementation((text) => void (texts.stderr += `${text}\n`)),
  ]
  for (const [key, value] of Object.entries({ ...withoutAgent, ...environment })) {
    vi.stubEnv(key, value)
  }
  try {
    return { code: await run(withPackages(args), folder), ...texts }
  } finally {
    vi.unstubAllEnvs()
    for (const spy of spies) spy.mockRestore()
  }
}

/** Starts @fw/create in a separate process, without a terminal. */
export function startCreateFw(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  const child = spawn(process.execPath, [program, ...withPackages(args)], {
    cwd: folder,
    env: { ...process.env, ...withoutAgent, ...environment },
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

/** The package manager that runs the tests is not the one of the project. */
const withoutAgent = { npm_config_user_agent: undefined }

function withPackages(args: readonly string[]): readonly string[] {
  return args[0] === 'add' || args.some((word) => word.startsWith('--packages='))
    ? args
    : [packed, ...args]
}

/** An empty folder that lies in no repository and goes with the test. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'create-fw-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
