import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { FwProcess, runFw } from '../../support/fw-process.ts'
import { copiedExample, temporaryApplication } from '../../support/temporary-application.ts'
import { shown, terminalProcess, type TerminalOptions } from '../../support/terminal-process.ts'

/** The application of the page about the command line. */
const root = copiedExample('console')

const [enter, down, controlC, controlD] = ['\r', '\u001b[B', '\u0003', '\u0004']

/** Runs a command in a terminal, and presses these keys at each question. */
async function pressing(
  words: string,
  questions: readonly (readonly [question: RegExp, keys: string])[],
  { folder = root, ...options }: TerminalOptions & { readonly folder?: string } = {},
) {
  const terminal = terminalProcess(folder, words, options)
  let answered = 0
  for (const [question, keys] of questions) {
    await until(() => question.test(plain(terminal.stdout.slice(answered))))
    answered = terminal.stdout.length
    terminal.child.stdin.write(keys)
  }
  return { code: await terminal.exit, text: shown(terminal), raw: terminal.stdout }
}

/** Runs a shell command after `fw` in the same terminal. */
function followedBy(command: string) {
  return (program: string) => `${program}; code=$?; ${command}; exit $code`
}

function plain(output: string): string {
  return stripVTControlCharacters(output).replaceAll('\r\n', '\n')
}

async function until(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { interval: 10 }).toBe(true)
}

const create = 'accounts:create'
const secret = 'correct horse'

describe('a missing parameter', () => {
  test('is asked for in a terminal, as its type and its comment describe it, and a secret is not shown', async () => {
    const { code, text, raw } = await pressing(create, [
      [/name: The name to sign in with\./, `ada${enter}`],
      [/--password: At least 8 characters\./, secret + enter],
      [/--plan: The plan to bill\.\n[^]*● free[^]*○ team/, down + enter],
    ])

    expect(text).toMatch(/\nCreated ada \(team\), with 13 characters\.\n$/)
    expect(code).toBe(0)
    expect(raw).toContain('▪'.repeat(secret.length))
    for (const word of secret.split(' ')) expect(raw).not.toContain(word)
  })

  test('is asked for again until the value is valid', async () => {
    const { text } = await pressing(`${create} ada --plan free`, [
      [/--password/, enter],
      [/A value is required\./, `short${enter}`],
      [/must be at least 8 characters/, `er and longer${enter}`],
    ])

    expect(text).toMatch(/\nCreated ada \(free\), with 18 characters\.\n$/)
  })

  test('is a usage error without a terminal, which names each option', async () => {
    const { code, stdout, stderr } = await runFw(root, [create])

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(
      /^accounts:create: <name>: is required\.\naccounts:create: --password: is required\.\naccounts:create: --plan: is required\.\n\nUsage: /,
    )
  })

  test('is not asked for if another is wrong', async () => {
    const terminal = terminalProcess(root, `${create} --plan gold`)

    expect(await terminal.exit).toBe(2)
    expect(shown(terminal)).toMatch(
      /^accounts:create: <name>: is required\.\n.*--password: is required\.\n.*--plan: must be one of: free, team\.\n/,
    )
  })

  test('is a usage error if the package that asks is not installed', async () => {
    const { code, text } = await pressing(create, [], { env: withoutPackage })

    expect(code).toBe(2)
    expect(text).toMatch(/^accounts:create: <name>: is required\.\n/)
  })
})

describe('a secret', () => {
  test('is read from standard input, which no other user of the machine can read', async () => {
    const fw = new FwProcess(root, [create, 'ada', '--plan', 'team', '--password', '-'])
    fw.child.stdin.end(`${secret}\n`)

    expect(await fw.exit).toBe(0)
    expect(fw.stdout).toBe('Created ada (team), with 13 characters.\n')
  })

  test('"-" in a terminal asks for it', async () => {
    const words = `${create} ada --plan free --password -`
    const { code, raw } = await pressing(words, [[/--password: At/, secret + enter]])

    expect(code).toBe(0)
    expect(raw).not.toContain('horse')
  })

  test('is in no message, even if its option is misspelt', async () => {
    const { code, stderr } = await runFw(root, [create, 'ada', '--pasword', 'hunter2', '--help=no'])

    expect(code).toBe(2)
    expect(stderr).toContain('unknown option --pasword. Did you mean --password?\n')
    expect(stderr).toContain('accounts:create: unexpected argument.\n')
    expect(stderr).not.toContain('hunter2')
  })

  test('is in no help, even if it has a default', async () => {
    const folder = temporaryApplication({
      'package.json': '{ "name": "keys", "type": "module" }',
      'src/keys.ts': `import { Command, Option, Sensitive } from '@fw/core'
export class Keys {
  @Command('keys:set') set(@Option() @Sensitive() key = 'hunter2') {}
}`,
    })

    const { stdout } = await runFw(folder, ['keys:set', '--help'])
    expect(stdout).toContain('--key <string>  ("-" reads it from standard input)\n')
    expect(stdout).not.toContain('hunter2')
  })
})

describe('a question of a command', () => {
  const purge = 'accounts:purge'

  test.each([
    ['y', 0, 'Deleted ada and grace.'],
    ['n', 1, undefined],
    [enter, 1, undefined],
  ])('takes the key %j', async (key, code, line) => {
    const ended = await pressing(purge, [[/Delete ada and grace\?/, key]])

    expect(ended.code).toBe(code)
    expect(ended.text.includes('Deleted')).toBe(line !== undefined)
  })

  test('is not asked if its option is passed', async () => {
    expect(await runFw(root, [purge, '--yes'])).toEqual({
      code: 0,
      stdout: 'Deleted ada and grace.\n',
      stderr: '',
    })
  })

  test('is a usage error without a terminal and its option', async () => {
    const { code, stderr } = await runFw(root, [purge])

    expect(code).toBe(2)
    expect(stderr).toMatch(/^accounts:purge: --yes: is required without a terminal\.\n\nUsage: /)
  })

  test('names the package that asks, if it is not installed', async () => {
    const { code, text } = await pressing(purge, [], { env: withoutPackage })

    expect(code).toBe(1)
    expect(text).toBe(
      'PromptsNotInstalled: Questions need the package @clack/prompts. Run: npm install @clack/prompts. Or pass --yes.\n',
    )
  })

  test('is on standard error, so that the output can be piped', async () => {
    const folder = temporaryApplication(asking)
    const { text } = await pressing(
      'names:print > out',
      [
        [/Which name\?[^]*Grace Hopper/, down + enter],
        [/Greeting/, enter],
      ],
      { folder, shell: followedBy('echo "Piped:"; cat out') },
    )

    expect(text).toMatch(/\nPiped:\nHello, 2!\n$/)
  })
})

/** A command whose questions and choices come from data. */
const asking = {
  'package.json': '{ "name": "names", "type": "module" }',
  'src/names.ts': `import { Command } from '@fw/core'
import { Prompt } from '@fw/core/console'
class Connection implements Disposable {
  readonly process = process.pid;
  [Symbol.dispose]() { console.error('disposed') }
}
export class Names {
  constructor(private readonly prompt: Prompt, private readonly connection: Connection) {}
  @Command('names:print') async print() {
    console.error(\`process \${this.connection.process}\`)
    const choices = [{ value: 1, label: 'Ada\\u001b[2J Lovelace' }, { value: 2, label: 'Grace Hopper' }]
    const id = await this.prompt.choice('Which name?', choices, { flag: '--id' })
    const greeting = await this.prompt.text('Greeting', { flag: '--greeting', fallback: 'Hello' })
    console.log(\`\${greeting}, \${id}!\`)
  }
}
`,
}

test('a question cannot contain what a terminal obeys', async () => {
  const folder = temporaryApplication(asking)
  const { raw } = await pressing('names:print', [[/Which name\?/, controlC]], { folder })

  expect(raw).toContain('Ada [2J Lovelace')
  expect(raw).not.toContain('\u001b[2J')
})

describe('the end of a question', () => {
  const shell = followedBy('stty -a')
  const isRestored = (raw: string) => ({
    echo: / echo /.test(raw.slice(raw.lastIndexOf('speed'))),
    lines: / icanon /.test(raw.slice(raw.lastIndexOf('speed'))),
    cursor: raw.lastIndexOf('\u001b[?25h') > raw.lastIndexOf('\u001b[?25l'),
  })
  const restored = { echo: true, lines: true, cursor: true }

  test('by Ctrl+C is exit code 130, without a message, and the terminal is as before', async () => {
    const { code, text, raw } = await pressing(
      'accounts:create ada',
      [[/--password/, `secr${controlC}`]],
      { shell },
    )

    expect(code).toBe(130)
    expect(text).not.toMatch(/Error|Cancelled|Created|Usage/)
    expect(isRestored(raw)).toEqual(restored)
  })

  test('by SIGTERM is exit code 143, and the terminal is as before', async () => {
    const terminal = terminalProcess(temporaryApplication(asking), 'names:print', { shell })
    await terminal.printed(/Which name/)
    const [, pid = ''] = await terminal.printed(/process (\d+)/)
    process.kill(Number(pid), 'SIGTERM')

    expect(await terminal.exit).toBe(143)
    expect(isRestored(terminal.stdout)).toEqual(restored)
    expect(shown(terminal)).toContain('\ndisposed\n')
  })

  test('by Ctrl+D is a usage error', async () => {
    const { code, text, raw } = await pressing('accounts:purge', [[/Delete ada/, controlD]], {
      shell,
    })

    expect(code).toBe(2)
    expect(text).toContain(
      '--yes: the input has ended before the question was answered. Pass --yes.\n',
    )
    expect(isRestored(raw)).toEqual(restored)
  })
})

/** A Node that does not find `@clack/prompts`. */
const withoutPackage = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    `import { registerHooks } from 'node:module'
registerHooks({ resolve(name, context, next) {
  if (name === '@clack/prompts') throw new Error('It is not installed.')
  return next(name, context)
} })`,
  ).replaceAll("'", '%27')}`,
}
