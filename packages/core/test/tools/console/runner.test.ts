import type { float, int } from '@fw/core'
import { describe, expect, test } from 'vitest'
import { Command, Option } from '../../../src/tools/console/decorators.ts'
import { CommandFailed } from '../../../src/tools/console/command-failed.ts'
import { CommandRegistry } from '../../../src/tools/console/registry.ts'
import { CommandRunner } from '../../../src/tools/console/runner.ts'
import { Container } from '../../../src/base/container/container.ts'
import { MaxLength } from '../../../src/data/validation/constraints/max-length.ts'

class Journal {
  readonly calls: unknown[][] = []
}

enum Format {
  Text = 'text',
  Json = 'json',
}

class Greetings {
  constructor(private readonly journal: Journal) {}

  /**
   * Greets somebody. This sentence is left out.
   * @param name Who is greeted.
   * @param times How often.
   * @param loud Whether to shout.
   */
  @Command('greet')
  greet(
    @MaxLength(8) name: string,
    times: int = 1,
    @Option() loud = false,
    @Option() format: Format = Format.Text,
  ) {
    this.journal.calls.push([name, times, loud, format])
  }

  @Command('collect', { description: 'Takes lists.' })
  async collect(
    @Option() deliverAt: Date | null,
    @Option() tags: string[],
    @Option() price: float,
    @Option() color = true,
    first: bigint,
    ...others: int[]
  ) {
    this.journal.calls.push([deliverAt, tags, price, color, first, others])
  }

  @Command('leave')
  leave(code: int) {
    return code
  }

  @Command('fail')
  fail() {
    throw new TypeError('it broke', { cause: new Error('the reason') })
  }

  @Command('refuse')
  refuse() {
    throw new CommandFailed('The shop is closed.', { cause: new Error('SELECT 1') })
  }
}

async function run(line: string) {
  const registry = new CommandRegistry().register(Greetings)
  const container = new Container().boot()
  const printed = { stdout: '', stderr: '' }
  const runner = new CommandRunner(registry, container, {
    stdout: { write: (text) => (printed.stdout += text) },
    stderr: { write: (text) => (printed.stderr += text) },
  })
  const code = await runner.run(line === '' ? [] : line.split(' '))
  return { code, ...printed, calls: container.get(Journal).calls }
}

describe('arguments', () => {
  test('are read by position and by name, and cast to the declared type', async () => {
    const { code, calls } = await run('greet ada 3 --loud --format json')

    expect(code).toBe(0)
    expect(calls).toEqual([['ada', 3, true, 'json']])
  })

  test('have defaults', async () => {
    expect((await run('greet ada')).calls).toEqual([['ada', 1, false, 'text']])
  })

  test('may be in any order, as --name=value, and after --', async () => {
    expect((await run('greet --format=json ada --no-loud 2')).calls[0]).toEqual([
      'ada',
      2,
      false,
      'json',
    ])
    expect((await run('greet --loud=true -- --odd 2')).calls[0]).toEqual(['--odd', 2, true, 'text'])
    expect((await run('greet ada --format=a=b')).stderr).toContain('must be one of: text, json.')
  })

  test('may be repeated for lists, and a rest parameter takes the remaining ones', async () => {
    const line =
      'collect 9007199254740993 --tags a --tags=b --price 1.5e1 1 -2 --no-color ' +
      '--deliver-at 2026-01-02T03:04:05Z'

    expect((await run(line)).calls).toEqual([
      [new Date('2026-01-02T03:04:05Z'), ['a', 'b'], 15, false, 9007199254740993n, [1, -2]],
    ])
  })

  test('that are missing are null, an empty list, or the default', async () => {
    expect((await run('collect 1 --price 1')).calls).toEqual([[null, [], 1, true, 1n, []]])
  })

  test('may use the declared name', async () => {
    const { calls } = await run('collect 1 --price 1 --deliverAt=2026-01-02T03:04:05Z')

    expect(calls[0]?.[0]).toEqual(new Date('2026-01-02T03:04:05Z'))
  })
})

describe('the exit code', () => {
  test('is the one that the command returns', async () => {
    expect((await run('leave 7')).code).toBe(7)
    expect((await run('leave 0')).code).toBe(0)
  })

  test('is 1 for an error, which is printed with its causes', async () => {
    const { code, stderr } = await run('fail')

    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^TypeError: it broke\n[^]+runner\.test\.ts[^]+\[cause\]: Error: the reason/,
    )
  })

  test('is 1 for CommandFailed, whose message alone is printed', async () => {
    const stderr = 'The shop is closed.\n'
    expect(await run('refuse')).toMatchObject({ code: 1, stdout: '', stderr })
  })

  test('is 2 for --production after the command, and the message says to put it before', async () => {
    const { code, stderr } = await run('leave --production')
    expect(code).toBe(2)
    expect(stderr).toContain('leave: unknown option --production. It belongs before the command.\n')
  })

  test('is 2 for invalid arguments, all of which are listed above the usage', async () => {
    const { code, stderr, calls } = await run('greet longer-than-8 x --lod --format --loud extra')

    expect(code).toBe(2)
    expect(calls).toEqual([])
    expect(stderr).toBe(`greet: unknown option --lod. Did you mean --loud?
greet: --format needs a value.
greet: unexpected argument "extra".
greet: <name>: must be at most 8 characters.
greet: <times>: must be an integer.

Usage: fw greet <name> [<times>] [options]

Greets somebody.

Arguments:
  <name>   Who is greeted.
  <times>  How often. (int) (default: 1)

Options:
  --loud                Whether to shout.
  --format <text|json>  (default: text)
  -h, --help            Show this help.
`)
  })

  test('is 2 after 100 problems, with a last line', async () => {
    for (const words of ['greet a 1' + ' more'.repeat(50_000), 'collect' + ' x'.repeat(50_000)]) {
      const { code, stderr } = await run(words)
      const problems = (stderr.split('\n\n')[0] as string).split('\n')
      expect(code).toBe(2)
      expect(problems).toHaveLength(101)
      expect(problems[100]).toMatch(/^\w+: only the first 100 problems are shown\.$/)
    }
  })

  test('is 2 for missing and repeated arguments', async () => {
    expect(await run('greet')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^greet: <name>: is required\.\n\n/),
    })
    expect(await run('collect 1 --price 1 --price 2')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^collect: --price: was given more than once\. Pass it once\.\n\n/,
      ),
    })
  })

  test('is 2 for an unknown command', async () => {
    expect(await run('gret')).toMatchObject({
      code: 2,
      stderr: 'There is no command "gret". Did you mean "greet"?\n',
    })
    expect(await run('unheard-of')).toMatchObject({
      code: 2,
      stderr: 'There is no command "unheard-of". Run "fw" for a list.\n',
    })
  })
})

describe('help', () => {
  const list = `Usage: fw [--production] <command> [arguments]

Commands:
  collect  Takes lists.
  fail
  greet    Greets somebody.
  leave
  refuse

fw help <command> shows the arguments of a command, and fw --version the release.
fw --production <command> runs what "fw build" has written, as NODE_ENV=production does.
`

  test('is the list of commands if none is named', async () => {
    expect(await run('')).toMatchObject({ code: 0, stdout: list })
    expect(await run('--help')).toMatchObject({ code: 0, stdout: list })
    expect(await run('-h')).toMatchObject({ code: 0, stdout: list })
  })

  test('is the usage of a named command', async () => {
    expect(await run('collect -h')).toMatchObject({
      code: 0,
      stdout: `Usage: fw collect <first> [<others>...] [options]

Takes lists.

Arguments:
  <first>   (bigint)
  <others>  (int)

Options:
  --deliver-at <Date>
  --tags <string>...
  --price <number>     (required)
  --no-color
  -h, --help           Show this help.
`,
    })
  })
})
