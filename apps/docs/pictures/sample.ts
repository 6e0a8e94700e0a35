import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repository } from '../../../packaging/stage-package.ts'

const fw = join(repository, 'packages/core/bin/fw')

const broken = `import { Get, type int } from '@fw/core'

export class Statistics {
  @Get('/statistics')
  async show(): Promise<{ average: int }> {
    try {
      return { average: this.average([]) }
    } catch (cause) {
      throw new Error('The statistics cannot be computed.', { cause })
    }
  }

  private average(stars: readonly int[]): int {
    if (stars.length === 0) throw new RangeError('There are no entries.')
    return stars.reduce((sum, star) => sum + star) / stars.length
  }
}
`

const wrong = `import { Get, Query } from '@fw/core'

export class Reports {
  @Get('/reports/{year}')
  show(yaer: number, @Query() format: Formt = 'pdf'): string {
    return yaer + format
  }
}
`

/** The application of getting started in a temporary folder. */
export class Sample {
  readonly root = mkdtempSync(join(tmpdir(), 'guestbook-'))

  constructor() {
    const source = join(repository, 'packages/core/test/examples/getting-started')
    for (const name of ['src', 'package.json']) {
      cpSync(join(source, name), join(this.root, name), { recursive: true })
    }
    symlinkSync(join(repository, 'node_modules'), join(this.root, 'node_modules'))
    writeFileSync(join(this.root, 'src/statistics.ts'), broken)
  }

  /** Adds a class with errors in its declarations. */
  addErrors(): void {
    writeFileSync(join(this.root, 'src/reports.ts'), wrong)
  }

  /** Starts a command of fw in a terminal of 84 columns. */
  run(words: string): Terminal {
    const command = `stty cols 84 rows 40; exec ${process.execPath} ${fw} ${words}`
    const env: NodeJS.ProcessEnv = { ...process.env, TERM: 'xterm-256color', FORCE_COLOR: '1' }
    delete env['NO_COLOR']
    return new Terminal(spawn('script', ['-qefc', command, '/dev/null'], { cwd: this.root, env }))
  }

  remove(): void {
    rmSync(this.root, { recursive: true })
  }
}

/** A command in a terminal, and what it has printed so far. */
export class Terminal {
  output = ''
  readonly ended: Promise<unknown>
  readonly #child: ChildProcess

  constructor(child: ChildProcess) {
    this.#child = child
    child.stdout?.on('data', (text) => (this.output += String(text)))
    this.ended = new Promise((resolve) => child.on('close', resolve))
  }

  /** Resolves when the output matches. */
  async printed(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.output)) {
      if (this.#child.exitCode !== null) throw new Error(`No ${pattern} in:\n${this.output}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM')
    await this.ended
  }
}
