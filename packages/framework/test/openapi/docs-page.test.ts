import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Body, createApp, Post, type int } from 'fw'
import { serve } from 'fw/node'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { verifies } from '../../../../spec/verifies.ts'
import { launchChromium, needsChromium } from '../chromium.ts'
import { runFw } from '../fw-process.ts'
import { kernelOf } from './document-of.ts'
import { Mood, NoteController } from './fixtures/answers.ts'
import { OrderController } from './fixtures/shop.ts'

const installed = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const pingpong = fileURLToPath(new URL('../../../../apps/pingpong', import.meta.url))

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fw-docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Serves ping/pong with a database of its own, and gives its address. */
async function servePingPong(): Promise<string> {
  vi.stubEnv('DB_NAME', join(temporaryFolder(), 'pingpong.sqlite'))
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await runFw(pingpong, ['migrate'])).toMatchObject({ code: 0 })
  const { kernel, container } = await createApp(pingpong)
  const { port, close } = await serve(kernel, { port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await close()
    await container[Symbol.asyncDispose]()
  })
  return `http://127.0.0.1:${port}`
}

/** Serves a controller with every form of input and answer. */
async function serveNotes(): Promise<string> {
  const kernel = kernelOf([NoteController])
  const { port, close } = await serve(kernel, { port: 0, host: '127.0.0.1' })
  onTestFinished(() => close())
  return `http://127.0.0.1:${port}`
}

/** A proxy that hands on what lies below a prefix, and nothing else. */
async function serveBelow(prefix: string, address: string): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const path = incoming.url ?? ''
    if (!path.startsWith(`${prefix}/`)) return outgoing.writeHead(404).end()
    const { method, headers } = incoming
    const onward = request(address + path.slice(prefix.length), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    return incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${prefix}`
}

interface Visit {
  readonly page: Page
  /** What the browser complained about. */
  readonly problems: string[]
  /** Every address that was asked for. */
  readonly requests: string[]
}

async function visit(address: string): Promise<Visit> {
  const browser = await launchChromium()
  const page = await browser.newPage()
  const problems: string[] = []
  const requests: string[] = []
  page.on('console', (message) => {
    if (message.type() !== 'log') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (each) => requests.push(each.url()))
  await page.goto(address)
  return { page, problems, requests }
}

describe('in a browser, /docs', () => {
  beforeEach(needsChromium)

  verifies(
    ['openapi.docs-offline', 'endpoint.docs', 'openapi.same-metadata'],
    'lists the operations, runs one, and asks nobody but the application',
    async () => {
      const address = await servePingPong()
      const { page, problems, requests } = await visit(`${address}/docs`)

      await page.waitForSelector('.opblock')
      expect(await page.getByRole('main').count()).toBe(1)
      const operations = await page.locator('.opblock-summary-path').allInnerTexts()
      const direct = page.locator('.opblock', { hasText: '/pong/direct' })
      await direct.locator('.opblock-summary-control').click()
      await direct.locator('.execute').click()
      const status = direct.locator('.live-responses-table tbody .response-col_status')

      expect(operations.map((path) => path.replaceAll(/\u200B/g, ''))).toContain('/pong/tally')
      expect(await status.innerText()).toBe('204')
      expect(problems).toEqual([])
      expect(requests.filter((url) => !url.startsWith(`${address}/`))).toEqual([])
      const tally = (await (await fetch(`${address}/pong/tally`)).json()) as { total: number }
      expect(tally.total).toBe(1)
    },
  )

  verifies('openapi.docs-offline', 'works behind a path prefix', async () => {
    const address = await serveBelow('/some/prefix', await servePingPong())
    const { page, problems, requests } = await visit(`${address}/docs`)

    const tally = page.locator('.opblock', { hasText: '/pong/tally' })
    await tally.locator('.opblock-summary-control').click()
    await tally.locator('.execute').click()
    const body = tally.locator('.live-responses-table .highlight-code code')

    expect(JSON.parse(await body.innerText())).toMatchObject({ total: 0 })
    expect(problems).toEqual([])
    expect(requests.filter((url) => !url.startsWith(`${address}/`))).toEqual([])
  })

  verifies(
    'openapi.docs-page',
    'follows the colours of the system, filters, and names the whole address of its server',
    async () => {
      const address = await serveBelow('/some/prefix', await serveNotes())
      const { page, problems } = await visit(`${address}/docs`)
      const background = () =>
        page.evaluate("getComputedStyle(document.querySelector('.swagger-ui')).backgroundColor")
      const paths = async () =>
        (await page.locator('.opblock-summary-path').allInnerTexts()).map((path) =>
          path.replaceAll(/\u200B/g, ''),
        )

      const count = () => page.locator('.opblock').count()
      const patient = { timeout: 20_000 }
      await page.waitForSelector('.opblock')
      const all = await paths()
      expect(await background()).toBe('rgba(0, 0, 0, 0)')
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect.poll(background, patient).toBe('rgb(28, 32, 34)')
      await page.getByRole('searchbox').fill('post /SUBSCR')
      await expect.poll(count, patient).toBe(1)
      const filtered = await paths()
      await page.getByRole('searchbox').fill('')
      await expect.poll(count, patient).toBe(all.length)

      expect(all.length).toBeGreaterThan(5)
      expect(filtered).toEqual(['/subscriptions'])
      expect(await page.locator('.servers option').allInnerTexts()).toEqual([address])
      const yaml = await page.getByRole('link', { name: 'openapi.yaml' }).getAttribute('href')
      const document = await (await fetch(`${address}/openapi.json`)).json()
      expect(parse(await (await fetch(`${address}/${yaml}`)).text())).toEqual(document)
      expect(problems).toEqual([])
    },
  )

  verifies(
    'openapi.docs-page',
    'opens every operation and every form of its body',
    async () => {
      const { page, problems } = await visit(`${await serveNotes()}/docs`)
      await page.waitForSelector('.opblock')
      const operations = await page.locator('.opblock').all()

      for (const operation of operations) {
        await operation.locator('.opblock-summary-control').click()
        await operation.locator('.opblock-body').waitFor()
        const types = operation.locator('.opblock-section-request-body select.content-type')
        for (const type of (await types.count()) > 0
          ? await types.locator('option').allInnerTexts()
          : []) {
          await types.selectOption(type)
          await operation.locator('.execute').waitFor()
        }
      }

      expect(operations.length).toBeGreaterThan(5)
      // Swagger UI says so of every file, and shows it nevertheless.
      expect(problems.filter((text) => !text.endsWith('JsonSchema_string_binary'))).toEqual([])
    },
    120_000,
  )
})

class Part {
  constructor(
    readonly name: string,
    readonly count: int | null = null,
  ) {}
}

class Form {
  constructor(
    readonly title: string,
    readonly part: Part,
    readonly text: string | null = null,
    readonly count: int | null = null,
    readonly other: Part | null = null,
    readonly tags: string[] = [],
    readonly kind: 'a' | 'b' = 'a',
    readonly at?: Date,
  ) {}
}

class Upload extends Form {
  constructor(
    title: string,
    part: Part,
    readonly file: File | null = null,
    readonly files: File[] = [],
    readonly mood: Mood | null = null,
    readonly flag: boolean = true,
  ) {
    super(title, part)
  }
}

class Forms {
  @Post('/fields')
  fields(@Body() form: Form): Form {
    return form
  }

  @Post('/uploads')
  uploads(@Body() form: Upload): unknown {
    const { title, part, file, files, mood, flag } = form
    return { title, part, file: file?.name ?? null, files: files.length, mood, flag }
  }
}

describe('in a browser, a form of /docs', () => {
  beforeEach(needsChromium)

  /** Opens an operation and chooses the form of its body. */
  async function openForm(path: string, type: string) {
    const kernel = kernelOf([Forms])
    const { port, close } = await serve(kernel, { port: 0, host: '127.0.0.1' })
    onTestFinished(() => close())
    const { page } = await visit(`http://127.0.0.1:${port}/docs`)
    const operation = page.locator('.opblock', { hasText: path })
    await operation.locator('.opblock-summary-control').click()
    await operation.locator('.opblock-section-request-body select.content-type').selectOption(type)
    const row = (name: string) =>
      operation.locator('.opblock-section-request-body tr', {
        has: page.locator('.parameter__name', { hasText: new RegExp(`^${name}\\b`, 'u') }),
      })
    await row('title').locator('input').fill('hello')
    const send = async () => {
      // The page still shows the previous response for a moment.
      const response = page.waitForResponse((each) => each.request().method() === 'POST')
      await operation.locator('.execute').click()
      return (await (await response).json()) as unknown
    }
    return { row, send }
  }

  const empty = { text: null, count: null, other: null, tags: [], kind: 'a' }
  const part = { name: 'string', count: null }

  test('sends what is filled: fields', async () => {
    const { row, send } = await openForm('/fields', 'application/x-www-form-urlencoded')
    expect(await send()).toEqual({ title: 'hello', part, ...empty })
    await row('count').locator('input[type=text]').fill('5')
    await row('other').locator('textarea').fill('{ "name": "b", "count": null }')
    expect(await send()).toEqual({
      title: 'hello',
      part,
      ...empty,
      count: 5,
      other: { name: 'b', count: null },
    })
    await row('other').locator('textarea').fill('null')
    expect(await send()).toEqual({ title: 'hello', part, ...empty, count: 5 })
  })

  test('sends what is filled: files', async () => {
    const { row, send } = await openForm('/uploads', 'multipart/form-data')
    const nothing = { file: null, files: 0, mood: null, flag: true }
    expect(await send()).toEqual({ title: 'hello', part, ...nothing })
    const contents = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }
    await row('file').locator('input[type=file]').setInputFiles(contents)
    expect(await send()).toEqual({ title: 'hello', part, ...nothing, file: 'a.txt' })
  })
})

test('the page runs no script and no style that it does not load from the application', async () => {
  const response = await kernelOf([OrderController]).fetch(new Request('http://localhost/docs'))
  const policy = response.headers.get('content-security-policy')

  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
  expect(policy).not.toContain('unsafe')
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await response.text()).not.toMatch(/<script>|<style>| style=|(?:src|href)="(?:\/|https?:)/)
})

test('without swagger-ui-dist the page lists the operations', async () => {
  const folder = temporaryFolder()
  const framework = fileURLToPath(new URL('../..', import.meta.url))
  cpSync(join(framework, 'src'), join(folder, 'fw'), { recursive: true })
  const { dependencies } = JSON.parse(readFileSync(join(framework, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    const own = join(framework, 'node_modules', name)
    symlinkSync(existsSync(own) ? own : join(installed, name), link)
  }
  writeFileSync(join(folder, 'package.json'), '{ "name": "<Application>" }')
  writeFileSync(join(folder, 'program.mjs'), program)

  const { stdout } = await promisify(execFile)(process.execPath, ['program.mjs'], { cwd: folder })

  expect(stdout).toContain('200 404 200\n')
  expect(stdout).toContain('<li><code>GET /things/{id}</code> Show all</li>')
  expect(stdout).toMatch(/<main [^>]*>\s*<h1>&lt;Application&gt; 0.0.0<\/h1>/)
})

/** Without the transform, and so with a description written by hand. */
const program = `
import { Container, Get, Kernel, Router } from './fw/index.ts'

class Things {
  showAll() {}
}
const showAll = { parameters: [], at: '1:1' }
const description = { name: 'Things', file: 'things.ts', at: '1:1', methods: { showAll } }
Object.defineProperty(Things, Symbol.for('fw.description'), { value: () => description })
Get('/things/{id}')(Things.prototype, 'showAll')

const kernel = new Kernel(new Container().boot(), new Router().register(Things))
const page = await kernel.fetch(new Request('http://localhost/docs'))
const style = await kernel.fetch(new Request('http://localhost/docs/swagger-ui.css'))
const filter = await kernel.fetch(new Request('http://localhost/docs/list.js'))
console.log(page.status, style.status, filter.status)
console.log(await page.text())
`
