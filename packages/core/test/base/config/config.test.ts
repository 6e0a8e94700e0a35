import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Config } from '../../../src/base/config/config.ts'
import { ConfigValueInvalid, ConfigValueMissing } from '../../../src/base/config/errors.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'

describe('Config.load', () => {
  let root: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'fw-config-'))
    await writeFile(
      join(root, '.env'),
      'FW_T_NAME="ping pong" # a comment\nFW_T_PORT=6001\nexport FW_T_SECRET=hunter2\nFW_T_EMPTY=\n',
    )
  })
  afterAll(() => rm(root, { recursive: true }))
  afterEach(() => {
    delete process.env['FW_T_PORT']
  })

  test('reads .env in the folder, given as a path or a file URL', () => {
    expect(Config.load(root).string('FW_T_NAME')).toBe('ping pong')
    expect(Config.load(pathToFileURL(root)).int('FW_T_PORT')).toBe(6001)
    expect(Config.load(pathToFileURL(root).href).has('FW_T_PORT')).toBe(true)
  })

  test('gives precedence to the real environment', () => {
    process.env['FW_T_PORT'] = '7000'

    expect(Config.load(root).int('FW_T_PORT')).toBe(7000)
  })

  test('needs no .env', () => {
    expect(Config.load(join(root, 'nowhere')).string('FW_T_NAME', 'default')).toBe('default')
  })

  test('reports what is expected of a missing key, and where to set it', () => {
    expect(() => Config.load(root).int('FW_T_OTHER')).toThrow(
      new ConfigValueMissing('FW_T_OTHER', 'a whole number such as 8080', [
        'the environment',
        join(root, '.env'),
      ]),
    )
    expect(() => Config.load(root).int('FW_T_OTHER')).toThrow(
      'FW_T_OTHER is not set. Expected a whole number such as 8080. ' +
        `Set FW_T_OTHER=… in the environment or ${join(root, '.env')}.`,
    )
  })

  test('reports that .env does not exist, and which file to copy', async () => {
    const bare = temporaryApplication({ 'package.json': '{}' })
    const read = () => Config.load(bare).int('FW_T_OTHER')
    expect(read).toThrow(`or ${join(bare, '.env')} (not there).`)
    await writeFile(join(bare, '.env.example'), 'FW_T_OTHER=1')
    expect(read).toThrow(`or ${join(bare, '.env')} (not there: copy .env.example).`)
  })

  test('reports the location of an invalid value, and never shows the value', () => {
    const config = Config.load(root)

    expect(() => config.bool('FW_T_SECRET')).toThrow(
      new ConfigValueInvalid('FW_T_SECRET', 'true, false, 1 or 0', join(root, '.env')),
    )
    expect(() => config.bool('FW_T_SECRET')).toThrow(
      `FW_T_SECRET has an invalid value. Expected true, false, 1 or 0. Found in ${join(root, '.env')}.`,
    )
    expect(inspect(config, { depth: 9 }) + JSON.stringify(config)).not.toContain('hunter2')
  })
})

describe('a reader', () => {
  const config = Config.of({
    TEXT: ' as it is ',
    EMPTY: '',
    INT: '-42',
    FLOAT: '2.5e3',
    YES: '1',
    NO: 'false',
    LIST: 'a, b,,c ',
    LEVEL: 'warn',
  })

  test('returns the declared type', () => {
    expect(config.string('TEXT')).toBe(' as it is ')
    expect(config.int('INT')).toBe(-42)
    expect(config.float('FLOAT')).toBe(2500)
    expect(config.bool('YES')).toBe(true)
    expect(config.bool('NO')).toBe(false)
    expect(config.list('LIST')).toEqual(['a', 'b', 'c'])
    expect(config.oneOf('LEVEL', ['info', 'warn'])).toBe('warn')
  })

  test('returns the default of a key that is not set, even if it is null', () => {
    expect(config.string('X', 'x')).toBe('x')
    expect(config.int('X', 1)).toBe(1)
    expect(config.float('X', null)).toBeNull()
    expect(config.bool('X', undefined)).toBeUndefined()
    expect(config.list('X', ['x'])).toEqual(['x'])
    expect(config.oneOf('X', ['info'], 'info')).toBe('info')
  })

  test('reads the default of a duration like its value', () => {
    const config = Config.of({ SET: '2s' })
    expect(config.duration('SET', '24h')).toBe(2000)
    expect(config.duration('UNSET', '24h')).toBe(86_400_000)
    expect(config.duration('UNSET', 500)).toBe(500)
    expect(() => config.duration('SET', 'a day')).toThrow(
      '"a day" is not a duration such as "250ms", "90s", "15m", "12h" or "7d".',
    )
  })

  test('reads an empty value as a string, as an empty list, and otherwise as not set', () => {
    expect(config.string('EMPTY', 'x')).toBe('')
    expect(config.list('EMPTY', ['x'])).toEqual([])
    expect(config.int('EMPTY', 1)).toBe(1)
    expect(config.bool('EMPTY', true)).toBe(true)
    expect(() => config.float('EMPTY')).toThrow(ConfigValueMissing)
  })

  test.for(['4.7', '0x10', ' 4', '1e3', '9007199254740993', ''])('takes no int from %j', (text) => {
    expect(() => Config.of({ X: text }).int('X')).toThrow(/a whole number such as 8080/)
  })

  test.for(['Infinity', '1e999', 'NaN', '1,5', 'x'])('takes no float from %j', (text) => {
    expect(() => Config.of({ X: text }).float('X', 1)).toThrow(/a number such as 0.25/)
  })

  test.for(['yes', 'TRUE', '2'])('takes no bool from %j', (text) => {
    expect(() => Config.of({ X: text }).bool('X', true)).toThrow(/true, false, 1 or 0/)
  })

  test('refuses values other than the choices', () => {
    expect(() => config.oneOf('LEVEL', ['debug', 'info'])).toThrow(
      'LEVEL has an invalid value. Expected one of debug, info. Found in the given values.',
    )
  })

  test('does not accept inherited properties of objects as values', () => {
    expect(config.string('toString', 'x')).toBe('x')
  })
})
