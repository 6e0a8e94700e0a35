import { inspect } from 'node:util'
import {
  Config,
  Container,
  JsonLogger,
  Logger,
  logThrown,
  Sensitive,
  type LogDetails,
} from '@fw/core'
import { expect, test } from 'vitest'

type Line = Record<string, unknown>

function lineOf(details: LogDetails, redact?: readonly string[] | false): Line {
  const lines: Line[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  new JsonLogger({ write, ...(redact !== undefined && { redact }) }).info('Seen', details)
  return lines[0] as Line
}

class Account {
  @Sensitive() note = 'of a property'

  constructor(
    readonly name: string,
    @Sensitive() readonly pin: string,
  ) {}
}

class CustomJsonAccount extends Account {
  toJSON() {
    return { name: this.name, pin: this.pin, note: this.note }
  }
}

test('secret names are redacted in any case and depth', () => {
  let deep: object = { Password: 'leak' }
  for (let level = 0; level < 150; level++) deep = level % 2 ? [deep] : { deep }
  const line = lineOf({
    user: 'ada',
    headers: { Authorization: 'leak', 'SET-COOKIE': ['leak'], accept: '*/*' },
    list: [{ apiKey: 'leak' }, { access_token: { nested: 'leak' } }],
    token: null,
    deep,
  })
  expect(JSON.stringify(line)).not.toContain('leak')
  expect(line).toMatchObject({
    user: 'ada',
    headers: { Authorization: '[redacted]', 'SET-COOKIE': '[redacted]', accept: '*/*' },
    list: [{ apiKey: '[redacted]' }, { access_token: '[redacted]' }],
    token: '[redacted]',
  })
})

test.each([
  'x-api-key',
  'client_secret',
  'id_token',
  'dpop',
  'jwt',
  'proxy-authorization',
  'sessionId',
  'privateKey',
  'newPassword',
  'old_password',
  'currentPassword',
  'passphrase',
])('%s is a secret', (name) => {
  expect(lineOf({ inner: { [name]: 'leak' } })['inner']).toEqual({ [name]: '[redacted]' })
})

const refused = () =>
  Object.assign(new Error('OOM command not allowed.'), {
    command: { name: 'eval', args: ['return 1', '1', 'key', 'leak'] },
  })

test.each([
  ['an error', refused],
  [
    'an error with the properties command and args',
    () => Object.assign(new Error('aborted'), { command: 'SET', args: ['key', 'leak'] }),
  ],
  ['an error with a Redis error as its cause', () => new Error('outer', { cause: refused() })],
  [
    'an error of a Redis cluster',
    () => Object.assign(new Error('all'), { lastNodeError: refused() }),
  ],
  ['an AggregateError', () => new AggregateError([refused(), new Error('other')], 'all')],
])('the arguments of a Redis command are not logged: %s', (_title, fail) => {
  for (const toDetails of [fail, () => ({ error: fail() }), () => ({ failures: [fail()] })]) {
    expect(JSON.stringify(lineOf(toDetails()))).not.toContain('leak')
  }
  const lines: unknown[] = []
  class Pretty extends Logger {
    override debug(): void {}
    override info(): void {}
    override warn(): void {}
    override error(_message: string, details?: LogDetails) {
      lines.push(inspect(details, { depth: 10 }))
    }
  }
  logThrown(() => new Pretty(), 'error', 'Failed', { error: fail() })
  expect(lines).toHaveLength(1)
  expect(String(lines)).not.toContain('leak')
})

test('a command is kept in the error, and in details that are not errors', () => {
  const error = refused()
  lineOf(error)
  expect(error.command.args).toContain('leak')
  const command = { name: 'deploy', args: ['here'] }
  expect(lineOf({ command })).toMatchObject({ command })
})

test('so are those of errors and of their causes', () => {
  const cause = Object.assign(new Error('inner'), { config: { headers: { cookie: 'leak' } } })
  const error = Object.assign(new Error('outer', { cause }), { password: 'leak' })
  for (const details of [error, { error }, { failures: [error] }]) {
    expect(JSON.stringify(lineOf(details))).not.toContain('leak')
  }
  expect(lineOf(error)['error']).toMatchObject({ message: 'outer', password: '[redacted]' })
})

test('properties that a class marks are redacted in its objects', () => {
  const line = lineOf({
    account: new Account('ada', 'leak'),
    told: [new CustomJsonAccount('eve', 'leak')],
  })
  expect(line['account']).toEqual({ name: 'ada', pin: '[redacted]', note: '[redacted]' })
  expect(line['told']).toEqual([{ name: 'eve', pin: '[redacted]', note: '[redacted]' }])
})

test('only objects with secrets are copied', () => {
  const details = { account: { password: 'mine' }, same: { a: 1 } }
  lineOf(details)
  expect(details).toEqual({ account: { password: 'mine' }, same: { a: 1 } })
})

test('for any value, a line is written and nothing leaks', () => {
  const circular: Record<string, unknown> = { password: 'leak' }
  circular['self'] = circular
  const throwing = {
    get broken() {
      throw new Error('no')
    },
    secret: 'leak',
  }
  const throwingProxy = new Proxy({ secret: 'leak' }, { ownKeys: () => fail(), get: () => fail() })
  let endless: object = { secret: 'leak' }
  for (let level = 0; level < 100_000; level++) endless = { endless }
  const poisoned = JSON.parse('{"__proto__":{"x":1},"secret":"leak"}') as object
  for (const value of [circular, throwing, throwingProxy, endless, poisoned, new Map([[1, 2]])]) {
    const line = lineOf({ value })
    expect(line['message']).toBe('Seen')
    expect(JSON.stringify(line)).not.toContain('leak')
  }
  expect(lineOf({ at: new Date(0), big: new Uint8Array(2) })).toMatchObject({
    at: '1970-01-01T00:00:00.000Z',
  })
})

function fail(): never {
  throw new Error('no')
}

test('FW_LOG_REDACT adds names, and none disables redaction', () => {
  expect(lineOf({ iban: 'x', password: 'y' }, ['IBAN'])).toMatchObject({
    iban: '[redacted]',
    password: '[redacted]',
  })
  expect(lineOf({ password: 'y' }, false)).toMatchObject({ password: 'y' })
  const logger = (value: string) =>
    new Container().instance(Config, Config.of({ FW_LOG_REDACT: value })).get(Logger)
  for (const value of ['none', 'iban,ssn']) expect(logger(value)).toBeInstanceOf(JsonLogger)
})
