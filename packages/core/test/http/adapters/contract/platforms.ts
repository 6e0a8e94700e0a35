import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programs } from './programs.ts'
import { startWorkerd, stop, type Running } from './workerd.ts'

/** A platform whose program comes out of an npm package. */
export interface Platform {
  readonly name: string
  /** The entry next to this file. */
  readonly entry: string
  /** Undefined where npm has no package for this machine. */
  readonly program: string | undefined
  /** Starts the bundle of the entry in `folder`, and gives its port. */
  start(program: string, folder: string): Promise<Running>
}

const bun: Platform = {
  name: 'Bun',
  entry: 'fixtures/bun.ts',
  program: programs.bun,
  start: (program, folder) => startReporting(program, ['run', join(folder, 'main.js')]),
}

const deno: Platform = {
  name: 'Deno',
  entry: 'fixtures/deno.ts',
  program: programs.deno,
  start: (program, folder) =>
    startReporting(program, ['run', '--allow-all', join(folder, 'main.js')]),
}

export const platforms: readonly Platform[] = [
  bun,
  { ...bun, name: 'Bun by @fw/core/bun', entry: 'fixtures/serve.ts' },
  deno,
  { ...deno, name: 'Deno by @fw/core/deno', entry: 'fixtures/serve.ts' },
  {
    name: 'workerd',
    entry: 'fixtures/worker.ts',
    program: programs.workerd,
    start: startWorker,
  },
]

/** Starts a program that prints its port. */
export async function startReporting(program: string, args: readonly string[]): Promise<Running> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += String(chunk)
    const [, port, sitePort = port] = /port (\d+)(?: and (\d+))?\n/.exec(printed) ?? []
    if (port !== undefined) {
      return {
        port: Number(port),
        sitePort: Number(sitePort),
        stop: (signal) => stop(child, signal),
      }
    }
  }
  throw new Error(`${program} ended after: ${printed}`)
}

function startWorker(program: string, folder: string): Promise<Running> {
  const main = join(folder, 'main.js')
  // Bundlers resolve require against it, and a worker has none.
  writeFileSync(main, `import.meta.url ??= 'file:///main.js';\n${readFileSync(main, 'utf8')}`)
  return startWorkerd(program, main)
}

export function isInstalled({ program }: Platform): boolean {
  return program !== undefined && existsSync(program)
}
