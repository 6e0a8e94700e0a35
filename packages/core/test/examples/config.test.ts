import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Config, Container, Get, JsonLogger, Kernel, Logger, Router } from '@fw/core'
import { temporaryApplication } from '../support/temporary-application.ts'
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
  const root = temporaryApplication({ '.env': '' })
  const message = source('missing.txt').trim().replace('/srv/app/.env', join(root, '.env'))

  expect(() => new Storage(Config.load(root))).toThrow(message)
})

test('the logger that the page registers replaces the JSON lines', () => {
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

test('the line that the page shows is one of the access log', async () => {
  class Orders {
    @Get('/orders/{id}')
    show(id: string) {
      return { id }
    }
  }
  const lines: string[] = []
  const container = new Container()
    .instance(Config, Config.of({ FW_ACCESS_LOG: 'all' }))
    .instance(Logger, new JsonLogger({ write: (line) => void lines.push(line) }))
    .boot()
  const kernel = new Kernel(container, new Router().register(Orders))
  await kernel.fetch(new Request('http://localhost/orders/7'), { peer: '192.0.2.1' })
  await expect.poll(() => lines).toHaveLength(1)
  const { time: _, ...line } = JSON.parse(lines[0] ?? '') as Record<string, unknown>
  const shown = JSON.parse(source('access-log.json')) as Record<string, unknown>
  const own = new Set(['milliseconds', 'requestId', 'bytes'])
  expect(Object.keys(line).toSorted()).toEqual(Object.keys(shown).toSorted())
  for (const key of Object.keys(shown).filter((name) => !own.has(name))) {
    expect(line[key]).toBe(shown[key])
  }
})
