import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { Config } from '../../../src/base/config/config.ts'
import { ConfigValueInvalid } from '../../../src/base/config/errors.ts'
import { Container } from '../../../src/base/container/container.ts'
import { infoBuffered, JsonLogger, Logger } from '../../../src/base/logging/logger.ts'

function collect(options: ConstructorParameters<typeof JsonLogger>[0] = {}) {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  return { lines, logger: new JsonLogger({ ...options, write }) }
}

test('a line is a JSON object with level, time, message and details', () => {
  const { lines, logger } = collect()

  logger.info('Order taken', { id: 7 })
  logger.warn('Slow')

  expect(lines).toEqual([
    { level: 'info', time: expect.stringMatching(/^\d{4}-.+Z$/), message: 'Order taken', id: 7 },
    { level: 'warn', time: expect.any(String), message: 'Slow' },
  ])
})

test('an error is written with its stack and its causes', () => {
  const { lines, logger } = collect()
  const error = new TypeError('no connection', { cause: new Error('refused') })

  logger.error('Failed', error)
  logger.error('Failed', { error, id: 7 })

  const written = {
    type: 'TypeError',
    message: 'no connection',
    stack: expect.stringContaining('logger.test.ts'),
    cause: expect.objectContaining({ message: 'refused' }),
  }
  expect(lines[0]).toMatchObject({ level: 'error', message: 'Failed', error: written })
  expect(lines[1]).toMatchObject({ id: 7, error: written })
})

test('lines below the level are left out', () => {
  const { lines, logger } = collect({ level: 'warn' })

  logger.debug('a')
  logger.info('b')
  logger.warn('c')
  logger.error('d')

  expect(lines.map((line) => line['message'])).toEqual(['c', 'd'])
})

test('the container has a logger of the configured level, unless another is registered', () => {
  const container = (level: string) =>
    new Container().instance(Config, Config.of({ LOG_LEVEL: level }))
  class Silence extends JsonLogger {}

  expect(container('warn').get(Logger)).toBeInstanceOf(JsonLogger)
  expect(container('warn').instance(Logger, new Silence()).get(Logger)).toBeInstanceOf(Silence)
  expect(() => container('loud').get(Logger)).toThrow(ConfigValueInvalid)
})

test('lines go to standard error, and are complete when the process ends immediately', async () => {
  const logger = new URL('../../../src/base/logging/logger.ts', import.meta.url).href
  const program = `
    import { JsonLogger } from ${JSON.stringify(logger)}
    new JsonLogger().error('last words', new Error('gone'))
    process.exit(3)`

  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])

  await expect(run).rejects.toMatchObject({
    code: 3,
    stdout: '',
    stderr: expect.stringContaining('"message":"last words"'),
  })
})

test('lines that wait for others keep their order, and are written however the process ends', async () => {
  const logger = new URL('../../../src/base/logging/logger.ts', import.meta.url).href
  const program = (end: string) => `
    import { infoBuffered, JsonLogger } from ${JSON.stringify(logger)}
    const logger = new JsonLogger()
    infoBuffered(logger, 'first', { path: 'größer' }, ['path'])
    logger.info('second')
    for (const index of Array(100).keys()) infoBuffered(new JsonLogger(), 'many', { index }, ['index'])
    ${end}`
  for (const end of ['process.exit(3)', 'throw new Error("gone")', '', 'await 1']) {
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program(end)])
    const { stderr } = await run.catch((error: { stderr: string }) => error)
    const lines = stderr.split('\n').filter((line) => line.startsWith('{'))
    const read = lines.map((line) => JSON.parse(line) as { message: string; index?: number })
    expect(read.map(({ message, index }) => index ?? message)).toEqual([
      'first',
      'second',
      ...Array(100).keys(),
    ])
  }
})

test('no line is lost while standard error is full', async () => {
  const logger = new URL('../../../src/base/logging/logger.ts', import.meta.url).href
  const program = `
    import { infoBuffered, JsonLogger } from ${JSON.stringify(logger)}
    const facts = { path: 'x'.repeat(10_000) }
    for (const index of Array(40).keys()) infoBuffered(new JsonLogger(), String(index), facts, ['path'])`
  const folder = mkdtempSync(join(tmpdir(), 'fw-log-'))
  const pipe = join(folder, 'stderr')
  execFileSync('mkfifo', [pipe])
  const writer = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
  const reader = new Socket({ fd: openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK) })
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', writer],
  })
  closeSync(writer)
  const written = await text(reader)
  rmSync(folder, { recursive: true })
  const lines = written.trimEnd().split('\n')
  const read = lines.map((line) => JSON.parse(line) as { message: string; path: string })
  expect(read.map(({ message, path }) => [Number(message), path.length])).toEqual(
    Array.from({ length: 40 }, (_, index) => [index, 10_000]),
  )
  expect(child.exitCode ?? 0).toBe(0)
})

test('a custom logger receives each line immediately', () => {
  class Collecting extends JsonLogger {
    readonly messages: string[] = []

    override info(message: string): void {
      this.messages.push(message)
    }
  }
  const own = new Collecting()
  infoBuffered(own, 'sent', {}, [])
  expect(own.messages).toEqual(['sent'])
  const { lines, logger } = collect()
  infoBuffered(logger, 'sent', { status: 200 }, ['status'])
  infoBuffered(logger, 'sent', { token: 'no', ip: '::1' }, ['token', 'ip'])
  expect(lines).toEqual([
    { level: 'info', time: expect.any(String), message: 'sent', status: 200 },
    { level: 'info', time: expect.any(String), message: 'sent', token: '[redacted]', ip: '::1' },
  ])
})

test.each([
  ['a bigint', { count: 10n }, { count: 10 }],
  ['NaN', { count: Number.NaN }, { count: null }],
  ['an object with toJSON()', { toJSON: () => ({ id: 7 }) }, { id: 7 }],
  ['an array', ['a', 'b'], { 0: 'a', 1: 'b' }],
  ['functions, undefined and null', { run() {}, missing: undefined, none: null }, { none: null }],
  ['quotes and lone surrogates', { text: '"\\\n\ud800' }, { text: '"\\\n\ud800' }],
  [
    'an error under err',
    { err: new Error('x') },
    { err: expect.objectContaining({ message: 'x' }) },
  ],
  [
    'an error under err with a cause',
    { err: new Error('x', { cause: new Error('y') }) },
    { err: expect.objectContaining({ cause: expect.objectContaining({ message: 'y' }) }) },
  ],
])('%s is written as pino writes it', (_what, details, expected) => {
  const { lines, logger } = collect()
  logger.info('"Taken"', details as Record<string, unknown>)
  expect(lines).toEqual([
    { level: 'info', time: expect.any(String), message: '"Taken"', ...expected },
  ])
})

test('a detail that cannot be written affects neither the line nor the other details', () => {
  const { lines, logger } = collect({ redact: false })
  const circle: Record<string, unknown> = { id: 7 }
  circle['self'] = circle
  const unreadable = {
    toJSON(): never {
      throw new Error('not now')
    },
  }
  logger.info('Seen', { circle, unreadable, count: 1 })
  logger.info(7 as unknown as string)
  expect(lines).toEqual([
    {
      level: 'info',
      time: expect.any(String),
      circle: { id: 7, self: '[Circular]' },
      unreadable: '[unreadable]',
      count: 1,
      message: 'Seen',
    },
    { level: 'info', time: expect.any(String), message: '7' },
  ])
})

test('the process continues without a reader of standard error', async () => {
  const source = new URL('../../../src/base/logging/logger.ts', import.meta.url).href
  const program = `
    import { JsonLogger } from ${JSON.stringify(source)}
    const logger = new JsonLogger()
    const say = () => logger.info('é'.repeat(10_000))
    process.stdin.once('data', () => {
      for (let line = 0; line < 3; line++) say()
      setImmediate(() => {
        say()
        console.log('alive')
        process.stdin.destroy()
      })
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  child.stderr.destroy()
  child.stdin.write('go')
  expect(await text(child.stdout)).toBe('alive\n')
  expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(0)
})
