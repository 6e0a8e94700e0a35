import { fork } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { FwProcess } from '../../support/fw-process.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'
import type { Report } from './fixtures/ask-until-refused.ts'

const clients = fileURLToPath(new URL('fixtures/ask-until-refused.ts', import.meta.url))

const files = {
  'package.json': '{ "type": "module" }',
  'src/site.ts': `import { Body, Get, Post } from '@fw/core'
import { setTimeout } from 'node:timers/promises'
export class Site {
  @Get('/quick') quick() { return 'quick' }
  @Get('/slow') async slow() { await setTimeout(150); return 'slow' }
  @Post('/json') json(@Body() value: unknown) { return value }
  @Post('/uploads') async upload(document: File) { return (await document.text()).length }
}
`,
}

test('SIGTERM fails no request of clients in another process that continue to send', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fw-serve-under-load-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const environment = {
    PORT: '0',
    HOST: '127.0.0.1',
    TMPDIR: folder,
    NODE_DISABLE_COMPILE_CACHE: '1',
    FW_SHUTDOWN_SECONDS: '600',
  }
  const fw = new FwProcess(temporaryApplication(files), ['serve'], environment)
  const load = fork(clients, [new URL(await fw.address()).port, '10'])
  onTestFinished(() => void load.kill())
  let report: Report | undefined
  load.on('message', (message: number | Report) => {
    if (typeof message !== 'number') report = message
    else if (message === 1000) fw.child.kill('SIGTERM')
  })

  expect(await fw.exit).toBe(0)
  await expect.poll(() => report).toBeDefined()
  expect(report?.failures).toEqual([])
  for (const name of ['quick', 'slow', 'head', 'json', 'chunked', 'form']) {
    expect(report?.lastAnswers).toHaveProperty(
      name,
      expect.toSatisfy((count) => count >= 10),
    )
  }
  expect(readdirSync(folder)).toEqual([])
})
