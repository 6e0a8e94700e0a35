import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { startChromiumServer } from '../packages/core/test/support/start-chromium.ts'
import { repositoryRoot } from './repository.ts'

/** Starts the browser, and packs our packages, when the first test needs them. Ends with the last test. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let browser: ReturnType<typeof startChromiumServer> | undefined
  let packed: Promise<string> | undefined
  const folders: string[] = []

  const openBrowser = async () => {
    const started = await startChromiumServer()
    started.once('close', () => (browser = undefined))
    return started
  }
  const provide: Readonly<Record<string, () => Promise<string>>> = {
    '/chromium': async () => (await (browser ??= openBrowser())).wsEndpoint(),
    '/packed': () => (packed ??= pack(folders)),
  }
  project.onTestsRerun(() => {
    packed = undefined
  })

  const server = createServer(async ({ url = '' }, response) => {
    try {
      response.end(await provide[url]?.())
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  project.provide('sharedByTests', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)

  return async () => {
    server.close()
    await (await browser?.catch(() => undefined))?.close()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns a new folder with the tarballs of our packages. */
async function pack(folders: string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fw-packed-'))
  folders.push(folder)
  await promisify(execFile)(process.execPath, ['packaging/pack.ts', folder], {
    cwd: repositoryRoot,
  })
  return folder
}
