import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, openAsBlob, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest'
import { needsChromium } from '../../support/chromium.ts'
import { needsCurl } from '../../support/needs-curl.ts'
import { startChromium } from '../../support/start-chromium.ts'
import { inRepositoryCopy } from '../../support/temporary-application.ts'
import { ServingProcess } from './serving-process.ts'

const program = inRepositoryCopy('packages/core/test/http/adapters/fixtures/load-server.ts')
const size = 50_000_000
const maxGrowth = 30_000_000

const folder = mkdtempSync(join(tmpdir(), 'fw-large-uploads-'))
const file = join(folder, 'large.bin')
const temporary = join(folder, 'temporary')
let server: ServingProcess
let address: string

beforeAll(async () => {
  writeFileSync(file, Buffer.alloc(size, 'line of a file\r\n'))
  mkdirSync(temporary)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeEach(async () => {
  server = await ServingProcess.start(temporary, program)
  address = `http://127.0.0.1:${server.port}`
  // Code loaded for the first upload does not count as growth.
  await uploadByFetch('POST', new File([Buffer.alloc(5_000_000)], 'first.bin'))
})
afterEach(() => server.stop())

/**
 * Uploads so many times, and expects the responses, constant memory and no files left on the disk.
 */
async function expectFlat(upload: () => Promise<unknown>, uploads: number): Promise<void> {
  const { memory } = await server.usage()
  for (let count = 0; count < uploads; count += 1) {
    expect(await upload()).toEqual({ name: 'large.bin', size })
  }
  const { highestMemory } = await server.usage()
  expect(highestMemory - memory).toBeLessThan(maxGrowth)
  expect(readdirSync(temporary)).toEqual([])
}

async function uploadByFetch(method: string, document: File): Promise<unknown> {
  const body = new FormData()
  body.append('title', 'from fetch')
  body.append('document', document)
  const response = await fetch(`${address}/uploads`, { method, body })
  return response.json()
}

async function uploadByCurl(method: string): Promise<unknown> {
  const form = ['-F', 'title=from curl', '-F', `document=@${file}`]
  const args = ['-sS', '-X', method, ...form, `${address}/uploads`]
  return JSON.parse((await promisify(execFile)('curl', args)).stdout)
}

async function uploadByBrowser(browser: Browser, method: string): Promise<unknown> {
  const page = await browser.newPage()
  await page.goto(address)
  await page.locator('input[type=file]').setInputFiles(file)
  if (method === 'POST') {
    await page.evaluate(() => document.forms[0]?.submit())
    await page.waitForURL('**/uploads')
    return JSON.parse(await page.locator('body').innerText())
  }
  // The form of a page knows GET and POST; its script sends the rest.
  return page.evaluate(
    async (init) => {
      const body = new FormData(document.forms[0])
      return (await fetch('/uploads', { ...init, body })).json()
    },
    { method },
  )
}

describe.for(['POST', 'PUT'])('50 MB leave the memory flat, by %s', (method) => {
  test('from fetch', () =>
    expectFlat(
      async () => uploadByFetch(method, new File([await openAsBlob(file)], 'large.bin')),
      2,
    ))

  // The fastest client sends most.
  test('from curl', (context) => {
    needsCurl(context)
    return expectFlat(() => uploadByCurl(method), 4)
  })

  test('from a form in a browser', async (context) => {
    needsChromium(context)
    // The browser that tests share would get the file through its connection.
    const browser = await startChromium()
    onTestFinished(() => browser.close())
    await expectFlat(() => uploadByBrowser(browser, method), 2)
  })
})
