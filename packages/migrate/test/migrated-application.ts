import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  importableApplication,
  temporaryApplication,
} from '../../core/test/support/temporary-application.ts'
import { FwProcess, runFw } from '../../core/test/support/fw-process.ts'
import { runHere } from '../../core/test/support/run-here.ts'

/** An application with migrations, which boots no more than its commands need. */
export class MigratedApplication {
  readonly root: string

  constructor(
    settings: Readonly<Record<string, string>>,
    migrations: Readonly<Record<string, string>> = {},
  ) {
    const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`)
    this.root = temporaryApplication({
      'package.json': '{ "name": "shop", "type": "module" }',
      '.env': lines.join(''),
      // Every process that boots the application runs this.
      'src/bootstrap.ts': "throw new Error('booted')\n",
    })
    for (const [name, text] of Object.entries(migrations)) this.write(name, text)
  }

  write(name: string, text: string): void {
    this.writeSource(join('migrations', name), text)
  }

  writeSource(path: string, text: string): void {
    const file = join(this.root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  remove(name: string): void {
    rmSync(join(this.root, 'migrations', name))
  }

  /** Runs a command of `fw` to its end, in the process of the test. */
  run(...words: string[]) {
    return runHere(this.#importable(), words)
  }

  /** Runs `fw` to its end, in a separate process. */
  runProcess(...words: string[]) {
    return runFw(this.root, words)
  }

  start(...words: string[]): FwProcess {
    return new FwProcess(this.root, words)
  }

  /** Returns a folder with the same files, whose packages are the sources. */
  #importable(): string {
    const folder = importableApplication({})
    for (const name of ['package.json', '.env', 'src', 'migrations']) {
      symlinkSync(join(this.root, name), join(folder, name))
    }
    return folder
  }
}
