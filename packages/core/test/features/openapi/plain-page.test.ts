import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '@fw/core'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { OpenApiDocument } from '../../../src/features/openapi/document.ts'
import { plainPage } from '../../../src/features/openapi/page/plain-page.ts'
import { openChromium, needsChromium } from '../../support/chromium.ts'
import { importableApplication } from '../../support/temporary-application.ts'
import { documentOf, readDocument, type ReadDocument } from './document-of.ts'
import { NoteController } from './fixtures/answers.ts'
import { OrderController } from './fixtures/shop.ts'
import { manyRoutes } from './many-routes.ts'
import { serveWithoutSwaggerUi } from './without-swagger-ui.ts'

/** The address of an application without swagger-ui-dist. */
async function serving(files?: Readonly<Record<string, string>>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fw-docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return serveWithoutSwaggerUi(folder, files).address()
}

const pageOf = (document: ReadDocument) => plainPage(document as unknown as OpenApiDocument)

/** The text of a page, without its elements. */
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')

test('without swagger-ui-dist, /docs shows each parameter, body, response and schema', async () => {
  const address = await serving()
  const response = await fetch(`${address}/docs`)
  const html = await response.text()
  expect(response.status).toBe(200)
  expect((await fetch(`${address}/docs/list.js`)).status).toBe(200)
  expect((await fetch(`${address}/docs/swagger-ui.css`)).status).toBe(404)
  expect(html.match(/<main\b/g)).toHaveLength(1)
  expect(html).toMatch(/<main [^>]*>\s*<h1>&lt;Application&gt; 1.2.3<\/h1>/)

  const document = (await (await fetch(`${address}/openapi.json`)).json()) as ReadDocument
  const text = textOf(html)
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      expect(text).toContain(`${method.toUpperCase()} ${path} ${operation.summary}`)
    }
  }
  expect(text).toContain('id path required string format: "uuid"')
  expect(text).toContain('address query Address style: "deepObject" explode: true')
  expect(text).toContain('page query integer default: 1')
  expect(text).toContain('application/json or application/x-www-form-urlencoded CreateOrder')
  expect(text).toContain('201 Created application/json OrderReceipt 400')
  expect(text).toContain('409 The order was placed before. application/json object error required')
  expect(text).toContain('422 A value does not match its declaration.')
  expect(text).toContain('sku required string pattern: "^[A-Z]-\\\\d+$"')
  expect(text).toContain('payment required CardPayment or InvoicePayment')
  expect(text).toContain('labels map of string default: {}')
  expect(text).toContain(
    'position array minItems: 2 maxItems: 2 examples: [[0,0]] 0: number 1: number',
  )
  expect(text).not.toContain('/internal')
  expect(text).toContain('Orders, from the basket to delivery.')
})

/** A list per group, because a page with one list would contain each path, too. */
test('operations are in the group of their tag', async () => {
  const html = pageOf(await documentOf([NoteController, OrderController]))
  const groups = html.split('<details class="group" open>').slice(1)
  expect(groups).toHaveLength(2)
  expect(textOf(groups[0] ?? '')).toMatch(/^ Note .*GET \/notes\/\{id\}/)
  expect(textOf(groups[0] ?? '')).not.toContain('/orders')
  expect(textOf(groups[1] ?? '')).toMatch(/^ Order .*POST \/orders /)
})

test('each reference is a link to the one element of its component, also of a schema that contains itself', async () => {
  const html = pageOf(await documentOf([NoteController, OrderController]))
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  const links = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter((id) => !ids.includes(id))).toEqual([])
  const tree = /<article id="schemas-Tree">.*?<\/article>/s.exec(html)?.[0] ?? ''
  expect(textOf(tree)).toContain('children required list of Tree')
  const place = /<article id="schemas-Place">.*?<\/article>/s.exec(html)?.[0] ?? ''
  expect(textOf(place)).toMatch(/inside required Place or null/)
})

test('hostile names, descriptions and values of a document are escaped', () => {
  const hostile = `"'><img src=x onerror=alert(1)>&\ud800\u0000 a/b`
  const schema = {
    $ref: `#/components/schemas/${hostile}`,
    description: hostile,
    default: hostile,
    [hostile]: { [hostile]: hostile },
    properties: {
      [hostile]: { type: hostile, enum: [hostile] },
      constructor: { const: hostile },
      list: { type: 'array', items: { type: [hostile] } },
    },
    required: [hostile, 'toString', `missing ${hostile}`],
    anyOf: [{ type: hostile, title: hostile }, { $ref: hostile }],
  }
  const content = { [hostile]: { schema, examples: { [hostile]: { value: hostile } } } }
  const operation = {
    operationId: hostile,
    tags: [hostile],
    summary: hostile,
    description: hostile,
    deprecated: true,
    security: [{ [hostile]: [hostile] }],
    parameters: [{ name: hostile, in: hostile, required: true, description: hostile, schema }],
    requestBody: { description: hostile, required: true, content },
    responses: {
      [hostile]: { description: hostile, headers: { [hostile]: { schema } }, content },
      404: { $ref: `#/components/responses/${hostile}` },
      500: { $ref: hostile },
    },
  }
  const html = plainPage({
    openapi: '3.1.0',
    info: { title: hostile, version: hostile, description: hostile },
    servers: [],
    tags: [{ name: hostile, description: hostile }],
    paths: { [`/${hostile}`]: { [hostile]: operation } },
    components: {
      schemas: { [hostile]: schema },
      responses: { [hostile]: { description: hostile, content } },
      securitySchemes: { [hostile]: { type: hostile, description: hostile, [hostile]: hostile } },
    },
  } as unknown as OpenApiDocument)
  expect(html.split('&lt;img').length).toBeGreaterThan(50)
  expect(html).not.toContain('<img')
  // Each element is one that the page writes, with attributes that no string has left.
  const elements = html.match(/<[a-z][^>]*>/g) ?? []
  const odd = elements.filter((each) => !/^<[a-z]\w*(?: [a-z-]+(?:="[^"<>]*")?)*>$/.test(each))
  expect(odd).toEqual([])
  expect(elements.filter((each) => / on\w+=/.test(each.replaceAll(/"[^"]*"/g, '')))).toEqual([])
  expect(textOf(html)).toContain('toString required any value')
  expect(textOf(html)).toContain(`constructor "\\"'><img`)
})

test('the page of 300 operations takes little processor time', async () => {
  const { kernel, container } = await createApp(importableApplication(manyRoutes(300)))
  onTestFinished(() => container[Symbol.asyncDispose]())
  const document = await readDocument(kernel)
  const start = process.cpuUsage()
  const html = pageOf(document)
  const { user, system } = process.cpuUsage(start)
  expect(html.match(/<details class="operation">/g)?.length).toBeGreaterThan(300)
  expect(html).toContain('<details class="group">')
  expect((user + system) / 1e6).toBeLessThan(0.5)
})

describe('in a browser, /docs without swagger-ui-dist', () => {
  beforeEach(needsChromium)

  test('needs no JavaScript, and fits into narrow screens', async () => {
    const address = await serving()
    const page = await (await openChromium()).newPage({ javaScriptEnabled: false })
    await page.goto(`${address}/docs`)
    expect(await page.getByRole('searchbox').count()).toBe(0)
    const operation = page.locator('.operation', { hasText: 'POST /orders Place' })
    expect(await operation.getByText('Request body').isVisible()).toBe(false)
    for (const summary of await page.locator('.operation > summary').all()) await summary.click()
    expect(await operation.getByText('Request body').isVisible()).toBe(true)
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(overflow)).toBe(0)
    }
    await operation.getByRole('link', { name: 'CreateOrder' }).first().click()
    expect(page.url()).toBe(`${address}/docs#schemas-CreateOrder`)
    expect(await page.locator('article:target h3').innerText()).toBe('CreateOrder')
  })

  test('finds one of 300 operations in closed groups', async () => {
    const address = await serving(manyRoutes(300))
    const page = await (await openChromium()).newPage()
    const problems: string[] = []
    page.on('console', (message) => problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto(`${address}/docs`)
    const shown = page.locator('.operation:visible')
    expect(await shown.count()).toBe(0)
    await page.getByRole('searchbox').fill('resource17 GET /resources17/{id}/lines')
    expect(await shown.count()).toBe(1)
    expect(await page.locator('.group:visible').count()).toBe(1)
    await shown.locator('summary').click()
    expect(await shown.getByText('PageOfLine').isVisible()).toBe(true)
    await page.getByRole('searchbox').fill('')
    expect(await shown.count()).toBe(0)
    expect(await page.locator('.group:visible').count()).toBe(61)
    expect(problems).toEqual([])
  })
})
