import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Config, JsonLogger } from 'fw'
import { temporaryApplication } from '../temporary-application.ts'
import { storage } from './config/in-a-test.ts'
import { Imports } from './config/logging.ts'
import { container, logger } from './config/silence.ts'
import { Storage } from './config/src/storage.ts'

const source = (path: string) => readFileSync(new URL(`./config/${path}`, import.meta.url), 'utf8')

test('the values of the page arrive with their types', () => {
  const root = temporaryApplication({ '.env': source('example.env') })

  expect({ ...new Storage(Config.load(root)) }).toEqual({
    bucket: 'uploads',
    maxMegabytes: 25,
    regions: ['eu', 'us'],
  })
  expect(storage.bucket).toBe('test')
})

test('the error of the page is the one for a missing value', () => {
  const root = temporaryApplication({})
  const message = source('missing.txt').trim().replace('/srv/app/.env', join(root, '.env'))

  expect(() => new Storage(Config.load(root))).toThrow(message)
})

test('the logger that the page registers takes the place of the JSON lines', () => {
  container.get(Imports).run('a.csv')

  expect(logger.lines).toEqual(['info Import started.', 'error Import failed.'])
})

test('the error that the page logs is written with its stack', () => {
  const lines: string[] = []
  new Imports(new JsonLogger({ write: (line) => void lines.push(line) })).run('a.csv')

  expect(JSON.parse(lines[1] ?? '')).toMatchObject({
    message: 'Import failed.',
    file: 'a.csv',
    error: { message: 'the file is empty', stack: expect.stringContaining('logging.ts') },
  })
})
