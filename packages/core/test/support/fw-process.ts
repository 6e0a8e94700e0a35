import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished, TestRunner } from 'vitest'

const fwOfSources = fileURLToPath(new URL('../../bin/fw', import.meta.url))

/** Returns the `fw` that is installed for a folder, or that of the sources. */
export function fwProgram(folder: string): string {
  const installed = join(folder, 'node_modules/@fw/core/bin/fw')
  if (existsSync(installed)) return installed
  return dirname(folder) === folder ? fwOfSources : fwProgram(dirname(folder))
}

/** A running `fw`, or a bundle, with what it has printed so far. It ends with the test that started it. */
export class FwProcess {
  readonly child: ChildProcessWithoutNullStreams
  readonly exit: Promise<number | NodeJS.Signals>
  stdout = ''
  stderr = ''

  constructor(
    root: string,
    words: readonly string[],
    env: Readonly<Record<string, string>> = {},
    program: readonly string[] = [fwProgram(root)],
    runtime = process.execPath,
  ) {
    this.child = spawn(runtime, [...program, ...words], {
      cwd: root,
      env: { ...process.env, ...env },
    })
    this.child.stdout.on('data', (text) => (this.stdout += String(text)))
    this.child.stderr.on('data', (text) => (this.stderr += String(text)))
    this.exit = once(this.child, 'close').then(([code, signal]) => code ?? signal)
    if (TestRunner.getCurrentTest()) onTestFinished(() => this.stop())
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM')
    const limit = setTimeout(() => this.child.kill('SIGKILL'), 3000)
    await this.exit
    clearTimeout(limit)
  }

  /** Waits until the process has printed something that matches; gives the match. */
  async printed(pattern: RegExp, seconds = 60): Promise<RegExpExecArray> {
    for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
      const match = pattern.exec(this.stdout + this.stderr)
      if (match) return match
      if (this.child.exitCode !== null) break
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error(`No ${String(pattern)} in:\n${this.stdout}${this.stderr}`)
  }

  /** The address that a serving command prints, `fw dev` also after a boot that has failed. */
  async address(): Promise<string> {
    const pattern = /(?:Listening on|See the errors at) (http:\S+)/
    return (await this.printed(pattern))[1] as string
  }
}

/** Runs `fw` to its end. */
export async function runFw(
  root: string,
  words: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<{ code: number | NodeJS.Signals; stdout: string; stderr: string }> {
  const fw = new FwProcess(root, words, env)
  return { code: await fw.exit, stdout: fw.stdout, stderr: fw.stderr }
}
