import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { snippetsOf, type Snippet } from '../../../../spec/snippets.ts'
import { FwProcess } from '../support/fw-process.ts'
import { temporaryApplication } from '../support/temporary-application.ts'
import { replay } from './session.ts'

const chapters = [
  'tutorial',
  'tutorial-validation',
  'tutorial-database',
  'tutorial-sign-in',
  'tutorial-tests',
  'tutorial-job',
  'tutorial-deployment',
  'tutorial-agent',
]
const template = new URL('../../../create/templates/app/', import.meta.url)
const vitest = fileURLToPath(new URL('../../../../node_modules/vitest/vitest.mjs', import.meta.url))
const local = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error' }

test('each chapter of the tutorial runs with the files that the pages have shown so far', async () => {
  const root = temporaryApplication({ 'package.json': '{ "name": "helpdesk", "type": "module" }' })
  cpSync(new URL('vitest.config.ts', template), join(root, 'vitest.config.ts'))
  const variables: Record<string, string> = {}
  for (const chapter of chapters) {
    const snippets = snippetsOf(readPage(chapter))
    for (const file of snippets.filter(isSource)) write(root, file)
    const sessions = snippets.filter(({ language }) => language === 'console')
    const server = new FwProcess(root, ['serve'], local)
    const address = await server.address()
    for (const { text } of sessions) {
      if (text.includes('npm test')) await runTests(root, 3)
      else if (text.includes('queue:work')) await sendReceipts(root)
      else expect(await replay(text, root, address, variables)).toBe(text)
    }
    await server.stop()
  }
  await runTests(root, 4)
})

function readPage(name: string): string {
  return readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8')
}

function isSource({ file, language }: Snippet): boolean {
  return file !== undefined && language !== 'console'
}

/** Chapters replace files: `ticket.1.ts` is `ticket.ts` of the first chapter. */
function write(root: string, { file = '', text }: Snippet): void {
  const name = file.replace('tutorial/', '').replace('example.env', '.env')
  const path = join(root, name.replace(/\.\d\.ts$/, '.ts'))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Runs the tests of the project with the defaults of Vitest. */
async function runTests(root: string, count: number): Promise<void> {
  const env = { ...process.env, NO_COLOR: '1' }
  const run = promisify(execFile)(process.execPath, [vitest, 'run'], { cwd: root, env })
  expect((await run).stdout).toContain(`Tests  ${count} passed (${count})`)
}

/** Runs the worker that the page starts in another terminal, until it has sent a receipt. */
async function sendReceipts(root: string): Promise<void> {
  const worker = new FwProcess(root, ['queue:work'], { LOG_LEVEL: 'info' })
  await worker.printed(/Working on default; concurrent jobs: 1\.\n/)
  await worker.printed(/Mail to dan@example\.com: your ticket has the number 3\./)
  await worker.stop()
}
