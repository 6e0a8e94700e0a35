import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { linkOtherPackages } from '../packaging/link-packages.ts'
import { startChromiumServer } from '../packages/core/test/support/start-chromium.ts'
import { repositoryRoot } from './repository.ts'

/** Starts the browser, packs our packages, and installs them, when the first test needs it. Ends with the last test. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let browser: ReturnType<typeof startChromiumServer> | undefined
  let packed: Promise<string> | undefined
  let installed: Promise<string> | undefined
  const folders: string[] = []

  const openBrowser = async () => {
    const started = await startChromiumServer()
    started.once('close', () => (browser = undefined))
    return started
  }
  const providePacked = () => (packed ??= pack(folders))
  const provide: Readonly<Record<string, () => Promise<string>>> = {
    '/chromium': async () => (await (browser ??= openBrowser())).wsEndpoint(),
    '/packed': providePacked,
    '/installed': () =>
      (installed ??= providePacked().then((tarballs) => install(tarballs, folders))),
  }
  project.onTestsRerun(() => {
    packed = undefined
    installed = undefined
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

const run = promisify(execFile)

/** Returns a new folder with the tarballs of our packages. */
async function pack(folders: string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fw-packed-'))
  folders.push(folder)
  await run(process.execPath, ['packaging/pack.ts', folder], {
    cwd: repositoryRoot,
  })
  return folder
}

/** Returns a new `node_modules` with the content of the tarballs, and with everything else that is installed here. */
async function install(tarballs: string, folders: string[]): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fw-installed-')))
  folders.push(folder)
  const modules = join(folder, 'node_modules')
  for (const tarball of readdirSync(tarballs)) {
    const [, name = ''] = /^fw-(.+)-\d+\.\d+\.\d+\.tgz$/.exec(tarball) ?? []
    const target = join(modules, '@fw', name)
    mkdirSync(target, { recursive: true })
    await run('tar', ['-xzf', join(tarballs, tarball), '-C', target, '--strip-components=1'])
  }
  linkOtherPackages(modules)
  return modules
}
