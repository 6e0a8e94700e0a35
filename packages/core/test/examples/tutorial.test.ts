import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
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

describe('each chapter of the tutorial continues with the files of those before it', () => {
  const root = temporaryApplication({ 'package.json': '{ "name": "helpdesk", "type": "module" }' })
  cpSync(new URL('vitest.config.ts', template), join(root, 'vitest.config.ts'))
  const variables: Record<string, string> = {}

  test.each(chapters)('%s', async (chapter) => {
    const snippets = snippetsOf(readPage(chapter))
    for (const file of snippets.filter(isSource)) write(root, file)
    const sessions = snippets.filter(isSession)
    const address = await new FwProcess(root, ['serve'], local).address()
    let production = ''
    for (const { text } of sessions) {
      if (text.includes('npm test')) await runTests(root, 3)
      else if (text.includes('fw dev')) continue
      else if (text.includes('queue:work')) await sendReceipts(root)
      else if (text.includes('docker run')) production = await serveImage(root, text)
      else if (text.includes('--production')) production = await serveBuild(root, text)
      else {
        const target = text.includes('localhost:8081') ? production : address
        expect(await replay(text, root, target, variables)).toBe(text)
      }
    }
  })

  test('the tests of the last files pass', () => runTests(root, 4))
})

function readPage(name: string): string {
  return readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8')
}

function isSource({ file, language }: Snippet): boolean {
  return file !== undefined && language !== 'console'
}

function isSession({ language, text }: Snippet): boolean {
  return language === 'console' || text.includes('docker run')
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

/** Runs the build as the page does, on a free port, and returns its address. */
async function serveBuild(root: string, session: string): Promise<string> {
  const [, command = '', port = '', log = ''] =
    /^\$ npx fw (.*) --port (\d+)\n[\d:]+ info {2}(.*)\n/.exec(session) ?? []
  const server = new FwProcess(root, command.split(' '), { ...local, LOG_LEVEL: 'info' })
  const address = await server.address()
  expect(server.stderr).toContain(log)
  expect(session).toContain(`Listening on http://localhost:${port} (0.0.0.0:${port})`)
  return address
}

/** Runs the command of the container on copies of what its image has, with a folder as its volume. */
async function serveImage(root: string, commands: string): Promise<string> {
  const image = temporaryApplication({})
  for (const name of ['package.json', 'dist']) {
    cpSync(join(root, name), join(image, name), { recursive: true })
  }
  const [, volume = ''] = /--volume helpdesk:(\S+)/.exec(commands) ?? []
  const inFolder = commands.replaceAll(`=${volume}/`, `=${join(image, 'volume')}/`)
  const env = [...inFolder.matchAll(/--env (\w+)=(\S+)/g)].map(([, key, value]) => [key, value])
  const [, command = ''] = /^ *helpdesk node \S+\/bin\/fw (.*)$/m.exec(commands) ?? []
  mkdirSync(join(image, 'volume'))
  const variables = { NODE_ENV: 'production', ...local, ...Object.fromEntries(env) }
  return new FwProcess(image, command.split(' '), variables).address()
}
