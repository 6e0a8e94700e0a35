import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { snippetsOf, type Snippet } from '../../../../spec/snippets.ts'
import { FwProcess } from '../fw-process.ts'
import { temporaryApplication } from '../temporary-application.ts'
import { replay } from './session.ts'

const page = readFileSync(new URL('../../docs/tutorial.md', import.meta.url), 'utf8')
const local = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error' }

test('each step of the tutorial runs with what the page has shown so far', async () => {
  const root = temporaryApplication({})
  for (const step of page.split(/^## /m)) {
    const snippets = snippetsOf(step)
    for (const file of snippets.filter(isSource)) write(root, file)
    const sessions = snippets.filter(isSession)
    if (sessions.length === 0) continue
    const server = new FwProcess(root, ['serve'], local)
    const address = await server.address()
    for (const { text } of sessions) {
      if (text.includes('queue:work')) await answerPing(root, address)
      else expect(await replay(text, root, address)).toBe(text)
    }
    server.child.kill('SIGTERM')
    await server.exit
  }
})

function isSession({ language }: Snippet): boolean {
  return language === 'console'
}

function isSource({ file, language }: Snippet): boolean {
  return file !== undefined && language !== 'console'
}

function write(root: string, { file = '', text }: Snippet): void {
  const path = join(root, file.replace('tutorial/', '').replace('example.env', '.env'))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** The worker that the page starts in another terminal. */
async function answerPing(root: string, address: string): Promise<void> {
  const worker = new FwProcess(root, ['queue:work'], local)
  await worker.printed(/Working on default; jobs at once: 1\.\n/)
  const ping = async () => (await fetch(`${address}/pings/2`)).json()
  await expect.poll(ping, { timeout: 30_000 }).toMatchObject({ status: 'ponged' })
  worker.child.kill('SIGTERM')
  await worker.exit
}
