import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApp } from '@fw/core'
import { serve } from '@fw/core/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FwProcess } from '../support/fw-process.ts'
import { temporaryApplication } from '../support/temporary-application.ts'
import config from './getting-started/vitest.config.ts'
import { replay } from './session.ts'

const root = fileURLToPath(new URL('./getting-started/', import.meta.url))
const text = (file: string) => readFileSync(root + file, 'utf8')
let server: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  const { kernel } = await createApp(root)
  server = await serve(kernel, { host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

test.for(['hello.txt', 'routes.txt', 'signing.txt'])(
  'the first application responds as the page shows: %s',
  async (file) => {
    const session = text(file)
    expect(await replay(session, root, `http://127.0.0.1:${server.port}`)).toBe(session)
  },
)

test('a misspelt type is reported as the page shows', async () => {
  const source = text('src/hello.ts')
  const application = temporaryApplication({
    'package.json': text('package.json'),
    'src/hello.ts': source,
  })
  const dev = new FwProcess(application, ['dev'], { HOST: '127.0.0.1', PORT: '0' })
  const address = await dev.address()
  writeFileSync(join(application, 'src/hello.ts'), source.replace('int = 1', 'itn = 1'))
  await dev.printed(/restarts after the next change\.\n/)
  const [change, ...lines] = text('misspelt.txt').trimEnd().split('\n')
  const end = lines.pop()
  expect(dev.stderr).toBe(`${lines.join('\n')}\n`)
  expect(dev.stdout).toBe(`Listening on ${address}\n${change}\n${end}\n`)
})

test('the configuration of the page holds the plugin', () => {
  expect(config.plugins).toMatchObject([{ name: '@fw/transform' }])
})
