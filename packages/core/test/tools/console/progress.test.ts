import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Progress } from '../../../src/console.ts'
import { runFw } from '../../support/fw-process.ts'
import {
  copiedExample,
  frameworkApplication,
  temporaryApplication,
} from '../../support/temporary-application.ts'
import { screenOf, terminalProcess } from '../../support/terminal-process.ts'

/** A command that shows progress until it reads a line, and then writes in every way that a command can. */
const slow = {
  'package.json': '{ "name": "imports", "type": "module" }',
  'src/imports.ts': `import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Command, JsonLogger, Logger, Option } from '@fw/core'
import { Progress } from '@fw/core/console'
export class Imports {
  constructor(private readonly progress: Progress, private readonly logger: Logger) {}
  @Command('imports:run') async run() {
    // The terminal would show the keys.
    process.stdin.setRawMode(true)
    console.log('before')
    await this.progress.run('Importing a list with a name that is longer than a short line of the log', async (report) => {
      report(1, { total: 4, message: 'ada' })
      await once(process.stdin, 'data')
      new JsonLogger().warn('json')
      console.log('output')
      console.error('error')
      this.logger.warn('a line of the log')
      process.stdout.write('unfinished ')
      report(2, { total: 4, message: 'grace' })
      await setTimeout(300)
      process.stdout.write('line\\n')
      report(3, { total: 4, message: 'edsger' })
      await once(process.stdin, 'data')
    })
    console.log('after')
    process.stdin.pause()
  }
  @Command('imports:fail') async fail(@Option() isRaw = true) {
    await this.progress.run('Importing', async () => {
      await setTimeout(300)
      console.log('ready')
      await setTimeout(300)
      console.log('waiting')
      if (isRaw) process.stdin.setRawMode(true)
      await once(process.stdin, 'data')
      throw new RangeError('too many')
    })
  }
}
`,
}

describe('in a terminal', () => {
  test('one line is updated, never mixes with other output, and is cleared at the end', async () => {
    const terminal = terminalProcess(temporaryApplication(slow), 'imports:run')
    await terminal.printed(/short line of the log {2}1 of 4 {2}25 % {2}(?:\d s {2})?ada/)
    terminal.child.stdin.write('\n')
    await terminal.printed(/3 of 4 {2}75 % {2}(?:\d s {2})?edsger/)
    terminal.child.stdin.write('\n')

    expect(await terminal.exit).toBe(0)
    expect(terminal.stdout).not.toContain('grace')
    expect(screenOf(terminal).filter((line) => line !== '')).toEqual([
      'before',
      expect.stringMatching(/^\{"level":"warn",.*"message":"json"\}$/),
      'output',
      'error',
      expect.stringMatching(/^\d\d:\d\d:\d\d warn {2}a line of the log$/),
      'unfinished line',
      'after',
    ])
  })

  test('it is cleared before an error is printed', async () => {
    const terminal = terminalProcess(temporaryApplication(slow), 'imports:fail')
    await terminal.printed(/waiting[^]*Importing/)
    terminal.child.stdin.write('\n')

    expect(await terminal.exit).toBe(1)
    expect(
      screenOf(terminal)
        .filter((line) => line !== '')
        .slice(0, 3),
    ).toEqual(['ready', 'waiting', 'RangeError: too many'])
  })

  test('it is cleared by Ctrl+C, which still ends the process', async () => {
    const words = 'imports:fail --no-is-raw'
    const terminal = terminalProcess(temporaryApplication(slow), words)
    await terminal.printed(/waiting[^]*Importing/)
    terminal.child.stdin.write('\u0003')

    expect(await terminal.exit).toBe(130)
    expect(screenOf(terminal).filter((line) => line !== '')).toEqual(['ready', 'waiting'])
  })

  test('it is not shown if the log is for programs', async () => {
    const env = { LOG_FORMAT: 'json' }
    const terminal = terminalProcess(temporaryApplication(slow), 'imports:fail', { env })
    await terminal.printed(/waiting/)
    terminal.child.stdin.write('\n')

    expect(await terminal.exit).toBe(1)
    expect(terminal.stdout).not.toContain('Importing')
  })
})

describe('commands of fw', () => {
  const files = {
    'package.json': '{ "name": "hello", "type": "module" }',
    'src/hello.ts': `import { Get } from '@fw/core'
import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
while (!existsSync('go')) await setTimeout(10)
export class Hello { @Get('/') hello(): string { return 'hello' } }
`,
  }

  test('fw client shows that it reads the application', async () => {
    const root = temporaryApplication(files)
    const terminal = terminalProcess(root, 'client')
    await terminal.printed(/Reading the application/)
    writeFileSync(join(root, 'go'), '')

    expect(await terminal.exit).toBe(0)
    expect(screenOf(terminal).join('\n')).toMatch(/^Wrote \d+ files to client\.\n$/)
  })

  test('fw build shows that it bundles', async () => {
    const { root } = frameworkApplication(files)
    const terminal = terminalProcess(root, 'build --bundle --skip-boot')

    expect(await terminal.exit).toBe(0)
    expect(terminal.stdout).toContain('Bundling')
    expect(screenOf(terminal)).toEqual([
      'Built 1 module in dist, and bundled them in dist/bundle.mjs.',
      '',
    ])
  })
})

test('without a terminal, nothing is shown', async () => {
  const root = copiedExample('console')
  const path = join(temporaryApplication({}), 'products.txt')
  writeFileSync(path, 'tea\ncoffee\n')

  expect(await runFw(root, ['products:import', path])).toEqual({
    code: 0,
    stdout: 'Imported 2 products.\n',
    stderr: '',
  })
})

/** Takes 120 milliseconds, during which no timer fires. */
function work(): void {
  vi.advanceTimersByTime(120)
}

function terminalOf(columns: number) {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const written: string[] = []
  return {
    lines: () =>
      written.map((text) => stripVTControlCharacters(text).replaceAll('\r', '')).filter(Boolean),
    progress: new Progress({ isTTY: true, columns, write: (text) => written.push(text) }),
  }
}

describe('each', () => {
  test('counts items of a list, also during synchronous work', () => {
    const { lines, progress } = terminalOf(80)
    const seen: string[] = []
    for (const item of progress.each('Reading', ['a', 'b', 'c'])) {
      seen.push(item)
      work()
    }

    expect(seen).toEqual(['a', 'b', 'c'])
    expect(lines()).toEqual(['Reading  1 of 3  33 %', 'Reading  2 of 3  66 %'])
  })

  test('counts items of a stream, whose number is unknown', async () => {
    async function* rows() {
      yield* ['a', 'b']
    }
    const { lines, progress } = terminalOf(80)
    for await (const _ of progress.each('Reading', rows())) work()

    expect(lines()).toEqual(['Reading  1'])
  })

  test('ends when the loop is left', async () => {
    const { lines, progress } = terminalOf(80)
    for (const _ of progress.each('Reading', ['a', 'b'])) break
    for (const _ of progress.each('Writing', ['a', 'b'], 2)) work()

    expect(lines()).toEqual(['Writing  1 of 2  50 %'])
  })

  test('is cut to the width of the terminal, in which some characters need two columns', () => {
    const { lines, progress } = terminalOf(12)
    for (const _ of progress.each('商品\n商品', ['a', 'b'])) work()

    expect(lines()).toEqual(['商品 商品  '])
  })
})

test('of two pieces of work, the one that began last is shown', async () => {
  const { lines, progress } = terminalOf(80)
  await progress.run('Outer', async (outer) => {
    await progress.run('Inner', (inner) => {
      work()
      inner(1)
    })
    work()
    outer(2, { total: 2 })
  })

  expect(lines()).toEqual(['Inner  1', 'Outer  2 of 2  100 %'])
})
