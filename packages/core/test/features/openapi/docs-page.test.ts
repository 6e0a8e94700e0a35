import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Body, createApp, Min, NotBlank, Post, type int } from '@fw/core'
import { serve } from '@fw/core/node'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { openChromium, needsChromium } from '../../support/chromium.ts'
import { FwProcess, runFw } from '../../support/fw-process.ts'
import { inRepositoryCopy, temporaryApplication } from '../../support/temporary-application.ts'
import { kernelOf } from './document-of.ts'
import { Mood, NoteController } from './fixtures/answers.ts'
import { OrderController } from './fixtures/shop.ts'
import { manyRoutes } from './many-routes.ts'

const pingpong = fileURLToPath(new URL('../../../../../apps/pingpong', import.meta.url))

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fw-docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Serves ping/pong with a separate database, and returns its address. */
async function servePingPong(): Promise<string> {
  vi.stubEnv('DB_NAME', join(temporaryFolder(), 'pingpong.sqlite'))
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await runFw(inRepositoryCopy('apps/pingpong'), ['migrate'])).toMatchObject({ code: 0 })
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
    const onward = request(address + path.slice(prefix.length), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers)
      response.pipe(outgoing)
    })
    return incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${prefix}`
}

interface Visit {
  readonly page: Page
  /** Errors of the browser. */
  readonly problems: string[]
  /** Every address that was asked for. */
  readonly requests: string[]
}

async function visit(address: string): Promise<Visit> {
  const browser = await openChromium()
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

  test('lists the operations, runs one, and sends requests only to the application', async () => {
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
  })

  test('works with a path prefix', async () => {
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

  test('follows the colour scheme of the system, filters, and shows the whole address of its server', async () => {
    const address = await serveBelow('/some/prefix', await serveNotes())
    const { page, problems } = await visit(`${address}/docs`)
    const background = () =>
      page.evaluate("getComputedStyle(document.querySelector('.swagger-ui')).backgroundColor")
    const paths = async () =>
      (await page.locator('.opblock-summary-path').allInnerTexts()).map((path) =>
        path.replaceAll(/\u200B/g, ''),
      )

    const count = () => page.locator('.opblock').count()
    await page.waitForSelector('.opblock')
    const all = await paths()
    expect(await background()).toBe('rgba(0, 0, 0, 0)')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(background).toBe('rgb(28, 32, 34)')
    await page.getByRole('searchbox').fill('post /SUBSCR')
    await expect.poll(count).toBe(1)
    const filtered = await paths()
    await page.getByRole('searchbox').fill('')
    await expect.poll(count).toBe(all.length)

    expect(all.length).toBeGreaterThan(5)
    expect(filtered).toEqual(['/subscriptions'])
    expect(await page.locator('.servers option').allInnerTexts()).toEqual([address])
    const yaml = await page.getByRole('link', { name: 'openapi.yaml' }).getAttribute('href')
    const document = await (await fetch(`${address}/openapi.json`)).json()
    expect(parse(await (await fetch(`${address}/${yaml}`)).text())).toEqual(document)
    expect(problems).toEqual([])
  })

  test('opens every operation and every content type of its body', async () => {
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
    // Swagger UI logs this for every file, and shows it nevertheless.
    expect(problems.filter((text) => !text.endsWith('JsonSchema_string_binary'))).toEqual([])
  })
})

class Lines {
  constructor(
    @NotBlank() readonly sku: string,
    @Min(1) readonly count: int,
  ) {}
}

class Basket {
  constructor(
    @NotBlank() readonly name: string,
    readonly lines: Lines,
    readonly note?: string,
  ) {}
}

class Baskets {
  @Post('/baskets')
  create(@Body() basket: Basket): Basket {
    return basket
  }
}

test.for(['plain', 'problem'] as const)(
  'in a browser, /docs shows the own fields of a body, and a readable string that must not be blank: %s',
  async (errors, context) => {
    needsChromium(context)
    const kernel = kernelOf([Baskets], { errors })
    const { port, close } = await serve(kernel, { port: 0, host: '127.0.0.1' })
    onTestFinished(() => close())
    const { page } = await visit(`http://127.0.0.1:${port}/docs`)
    const operation = page.locator('.opblock', { hasText: '/baskets' })
    await operation.locator('.opblock-summary-control').click()
    expect(await operation.locator('.opblock-summary-description').innerText()).toBe(
      'Create basket',
    )
    const body = operation.locator('textarea')
    expect(JSON.parse(await body.inputValue())).toMatchObject({
      name: 'string',
      lines: { sku: 'string' },
    })

    const refused = operation.locator('tr.response', { hasText: '422' })
    const example = JSON.parse(await refused.locator('.highlight-code code').innerText())
    const headers = { 'content-type': 'application/json' }
    const sent = { method: 'POST', headers, body: '{"lines":{}}' }
    const real = await kernel.fetch(new Request('http://localhost/baskets', sent))
    expect(example).toEqual(await real.json())
  },
)

test('in a browser, /docs shows 300 operations in closed groups, and opens those that match a filter', async (context) => {
  needsChromium(context)
  const app = new FwProcess(temporaryApplication(manyRoutes(300)), [
    'dev',
    '--host=127.0.0.1',
    '--port=0',
  ])
  const { page, problems } = await visit('about:blank')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(`${await app.address()}/docs`)
  await page.waitForSelector('#operations-tag-Resource59')
  const { metrics } = await cdp.send('Performance.getMetrics')
  expect(await page.locator('.opblock').count()).toBe(0)
  // Processor time of the page, which takes 8 s if the whole document is resolved.
  expect(metrics.find(({ name }) => name === 'ScriptDuration')?.value).toBeLessThan(2)

  await page.getByRole('searchbox').fill('/resources17/{id}/lines')
  const operation = page.locator('.opblock')
  await expect.poll(() => operation.count()).toBe(1)
  await operation.locator('.opblock-summary-control').click()
  await operation.locator('.parameter__name', { hasText: 'id' }).waitFor()
  await operation.locator('tr.response', { hasText: '200' }).getByText('"sku"').waitFor()
  await page.getByRole('searchbox').fill('')
  await expect.poll(() => operation.count()).toBe(0)
  expect(problems).toEqual([])
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

  test('sends the entered fields', async () => {
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

  test('sends the selected files', async () => {
    const { row, send } = await openForm('/uploads', 'multipart/form-data')
    const nothing = { file: null, files: 0, mood: null, flag: true }
    expect(await send()).toEqual({ title: 'hello', part, ...nothing })
    const contents = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }
    await row('file').locator('input[type=file]').setInputFiles(contents)
    expect(await send()).toEqual({ title: 'hello', part, ...nothing, file: 'a.txt' })
  })
})

test('the page loads scripts and styles only from the application', async () => {
  const response = await kernelOf([OrderController]).fetch(new Request('http://localhost/docs'))
  const policy = response.headers.get('content-security-policy')

  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
  expect(policy).not.toContain('unsafe')
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await response.text()).not.toMatch(/<script>|<style>| style=|(?:src|href)="(?:\/|https?:)/)
})
