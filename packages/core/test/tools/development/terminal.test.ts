import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FwProcess } from '../../support/fw-process.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'
import { shown, terminalProcess, type TerminalOptions } from '../../support/terminal-process.ts'

const source = `import { Get, Logger } from '@fw/core'

class Stock {
  count(): number {
    throw new TypeError('No stock.', { cause: new Error('The shelf is empty.') })
  }
}

export class Books {
  constructor(private readonly stock: Stock, private readonly logger: Logger) {}

  @Get('/') list() { return [] }

  @Get('/stock') show() { return this.stock.count() }

  @Get('/note') note() {
    this.logger.warn('Few books are left.', { books: 3, password: 'hunter2', from: '\\u001b[2J' })
    return {}
  }
}
`

/** Runs a command in a terminal. */
function inTerminal(words: string, options: TerminalOptions = {}) {
  const root = temporaryApplication({
    'package.json': '{ "name": "books", "type": "module" }',
    'src/books.ts': source,
  })
  return { root, terminal: terminalProcess(root, words, options) }
}

async function localAddress(terminal: FwProcess): Promise<string> {
  const [, address] = await terminal.printed(/Local [^h\n]+(http:\/\/[\d.]+:\d+)/)
  return address as string
}

test('fw dev prints its pages, requests, errors with their source, and a readable log', async () => {
  const { terminal } = inTerminal('dev')
  const address = await localAddress(terminal)
  await terminal.printed(/Inspector .*\/_fw/)
  expect(shown(terminal)).toMatch(
    /^\n {2}fw \d+\.\d+\.\d+ {2}ready in \d+ ms\n\n {2}Local {7}(http:\S+)\n {2}API docs {4}\1\/docs\n {2}Inspector {3}\1\/_fw\n/,
  )

  const paths = ['/_fw', '/docs/swagger-ui.css', '/missing', '/note', '/stock']
  for (const path of paths) await fetch(address + path)
  await terminal.printed(/GET +\/stock.* ms/)

  const text = shown(terminal)
  expect(text.split('\n').filter((line) => / GET +\//.test(line))).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d GET {4}\/missing 404 \d+\.\d ms$/),
    expect.stringMatching(/^\d\d:\d\d:\d\d GET {4}\/note 200 \d+\.\d ms$/),
    expect.stringMatching(/^\d\d:\d\d:\d\d GET {4}\/stock 500 \d+\.\d ms$/),
  ])
  expect(text).toMatch(
    /^\d\d:\d\d:\d\d warn {2}Few books are left\. .*books=3 password=\[redacted\] from=\\x1b\[2J$/m,
  )
  expect(terminal.stdout).not.toContain('hunter2')

  expect(text).toMatch(/^ {2}TypeError: No stock\.$/m)
  expect(text).toMatch(/^ {2}> 5 \| {5}throw new TypeError\('No stock\.'/m)
  expect(text).toMatch(
    /^ {2}at Stock\.count \(src\/books\.ts:5:11\)\n {2}at Books\.show \(src\/books\.ts:14:/m,
  )
  expect(text).toMatch(/^ {5}\d+ frames of packages and Node$/m)
  expect(text).toMatch(/^ {2}Caused by Error: The shelf is empty\.$/m)
  const lines = text.slice(text.indexOf('TypeError')).split('\n')
  expect(lines.findIndex((line) => line.includes('GET '))).toBeLessThanOrEqual(15)
})

test('fw dev prints one line after a restart', async () => {
  const { root, terminal } = inTerminal('dev')
  await localAddress(terminal)

  writeFileSync(join(root, 'src/books.ts'), `${source}// A change.\n`)

  await terminal.printed(/Restarted, ready in \d+ ms\./)
  expect(shown(terminal)).toContain('src/books.ts has changed, restarting.\nRestarted, ')
})

test('r and Enter restarts fw dev, c clears the terminal, q quits', async () => {
  const { terminal } = inTerminal('dev')
  const address = await localAddress(terminal)
  await terminal.printed(/Keys.*r restart, c clear, q quit, then Enter/)
  const pressKey = (key: string) => terminal.child.stdin.write(`${key}\n`)

  pressKey('__proto__')
  pressKey('r')
  await terminal.printed(/Restarting\.\s[^]*Restarted, ready in \d+ ms\./)
  expect((await fetch(address)).status).toBe(200)

  pressKey('c')
  await expect.poll(() => terminal.stdout).toContain('\u001b[2J\u001b[3J\u001b[H')
  pressKey('q')
  expect(await terminal.exit).toBe(0)
})

test('fw dev in the background of a shell does not read the terminal, which would stop it', async () => {
  const { terminal } = inTerminal('dev', { shell: (fw) => `set -m; ${fw} & wait` })
  const address = await localAddress(terminal)
  terminal.child.stdin.write('r\n')

  expect((await fetch(address)).status).toBe(200)
  await terminal.printed(/GET +\/.* ms/)
  expect(terminal.stdout).not.toMatch(/Keys|Restart/)
})

test('NO_COLOR leaves out the colours', async () => {
  const { terminal } = inTerminal('dev', { env: { NO_COLOR: '1' } })
  const address = await localAddress(terminal)
  await fetch(`${address}/stock`)

  await terminal.printed(/GET +\/stock.* ms/)

  expect(terminal.stdout).not.toContain('\u001b[')
})

test('LOG_FORMAT=json keeps the log and the address as they are without a terminal', async () => {
  const { terminal } = inTerminal('dev', { env: { LOG_FORMAT: 'json' } })
  const [, address] = await terminal.printed(/Listening on (http:\S+)/)

  await fetch(`${address}/note`)

  await terminal.printed(/\{"level":"warn".*"message":"Few books are left\."\}/)
  expect(terminal.stdout).not.toContain('GET ')
})

test('fw serve prints a readable log on a terminal', async () => {
  const { terminal } = inTerminal('serve')
  const [, address] = await terminal.printed(/Listening on (http:\S+)/)

  await fetch(`${address}/stock`)

  await terminal.printed(/frames of packages and Node/)
  expect(shown(terminal)).toMatch(/^\d\d:\d\d:\d\d error .*\n {2}TypeError: No stock\.$/m)
})

test('fw dev prints startup errors with their source, in the width of the terminal', async () => {
  const root = temporaryApplication({
    'package.json': '{ "name": "books", "type": "module" }',
    'src/books.ts': `import { Get } from '@fw/core'

export class Books {
  @Get('books') list(): string[] { return [] }

  @Get('/books/{id}') show(name: string): string { return name }
}
`,
  })
  const terminal = terminalProcess(root, 'dev', { columns: 80 })
  await terminal.printed(/See the errors at/)

  const source = (marked: number) =>
    [
      [1, "import { Get } from '@fw/core'"],
      [2, ''],
      [3, 'export class Books {'],
      [4, "  @Get('books') list(): string[] { return [] }"],
      [5, ''],
      [6, "  @Get('/books/{id}') show(name: string): string { return name }"],
      [7, '}'],
      [8, ''],
    ]
      .filter(([line]) => Math.abs(Number(line) - marked) <= 3)
      .map(([line, text]) => `  ${line === marked ? '>' : ' '} ${line} | ${text}`.trimEnd())
      .join('\n')
  expect(shown(terminal)).toContain(`error  src/books.ts:4:17  InvalidPathTemplate
  Books.list: the path "books" cannot be used: it does not start with "/". Write
  "/books".
${source(4)}

error  src/books.ts:6:28  UnresolvableParameter
  Books.show: parameter "name" (string) has no source. Rename it to "id", as in
  the path "/books/{id}", mark it @Query(), or give it a default.
${source(6)}

2 errors, 0 warnings.
The application ended (exit code 1).`)
  expect(terminal.stdout).toContain('\u001b[31merror\u001b[39m  src/books.ts:4:17')
})
