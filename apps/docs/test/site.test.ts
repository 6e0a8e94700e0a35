import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openChromium, needsChromium } from '../../../packages/core/test/support/chromium.ts'
import { buildSite, fileAt, serveSite } from './serve-site.ts'

const site = mkdtempSync(join(tmpdir(), 'fw-site-test-'))
let server: Awaited<ReturnType<typeof serveSite>>
let address: string

beforeAll(async () => {
  writeFileSync(join(site, 'releases.json'), '["0.0"]')
  mkdirSync(join(site, '0.0'))
  writeFileSync(join(site, '0.0/http.html'), 'HTTP in 0.0')
  writeFileSync(join(site, '0.0/index.html'), 'Home of 0.0')
  await buildSite(site)
  server = await serveSite(site)
  address = server.address
}, 600_000)

afterAll(() => {
  server.close()
  rmSync(site, { recursive: true, force: true })
})

test('every link inside the site leads to an existing page and anchor', () => {
  const pages = globSync('**/*.html', { cwd: site }).filter((page) => !/^0\.0|404/.test(page))
  expect(pages.length).toBeGreaterThan(100)
  const texts = new Map(pages.map((page) => [page, read(page)]))
  const links = [...texts].flatMap(([page, text]) =>
    [...text.matchAll(/<a[^>]* href="([^"]*)"/g)]
      .map(([, href = '']) => href.replaceAll('&amp;', '&'))
      .filter((href) => !/^[a-z]+:/.test(href))
      .map((href) => ({ page, href, address: new URL(href, `http://site/${page}`).href })),
  )
  const addresses = new Set(links.map(({ address }) => address))
  const deadAddresses = new Set([...addresses].filter((address) => !leadsSomewhere(address, texts)))
  const dead = links
    .filter(({ address }) => deadAddresses.has(address))
    .map(({ page, href }) => `${page}: ${href}`)
  expect([...new Set(dead)]).toEqual([])
})

test('this release has its own folder, and older ones stay listed', () => {
  expect(JSON.parse(read('releases.json'))).toEqual(['0.1', '0.0'])
  expect(read('0.1/http.html')).toBe(read('http.html'))
  expect(read('http.html')).not.toMatch(/(href|src)="\//)
  expect(read('0.0/http.html')).toBe('HTTP in 0.0')
})

test('the page of an address that does not exist works in any folder', () => {
  for (const [file, base] of [
    ['404.html', '/'],
    ['0.1/404.html', '/0.1/'],
  ] as const) {
    expect(read(file)).toContain(`new URL("${base}",location)`)
    expect(read(file)).not.toMatch(/"\.{1,2}\//)
  }
})

test('llms.txt lists every page, and each exists as Markdown', () => {
  const list = read('llms.txt')
  const listed = [...list.matchAll(/^- \[.*?\]\(\/([^)]+)\)/gm)].map(([, path = '']) => path)
  const pages = globSync('{*,reference/*}.html', { cwd: site })
    .filter((page) => !/^(index|404|contents)\./.test(page))
    .map((page) => page.replace('.html', '.md'))
  expect(listed.toSorted()).toEqual(pages.toSorted())
  const whole = read('llms-full.txt')
  for (const page of listed) expect(whole.includes(read(page)), page).toBe(true)
})

test('each page has a description, and a title for link previews', () => {
  for (const page of ['index.html', 'tutorial-job.html', 'http.html']) {
    const html = read(page)
    expect(html).toMatch(/<meta name="description" content="[^"]{20,}">/)
    expect(html).toMatch(/<meta property="og:title" content="[^"]+">/)
    expect(html).toMatch(/<meta property="og:description" content="[^"]{20,}">/)
  }
})

test('a code block has the name of its file, and an installation has a tab for each package manager', () => {
  expect(read('getting-started.html')).toContain('<div class="file">src/hello.ts</div>')
  expect(read('tutorial-validation.html')).toContain('<div class="file">src/ticket.ts</div>')
  expect(read('authentication.html')).toMatch(/>pnpm<\/label>/)
})

test('the reference has a page per module for applications, with linked types and examples', () => {
  expect(globSync('reference/*{internals,extension}*', { cwd: site })).toEqual([])
  const page = read('reference/queue.html')
  const headings = [...page.matchAll(/<h2 id="([\w-]+)"/g)].map(([, id]) => id)
  expect(headings).toEqual(['classes', 'functions', 'types', 'errors'])
  expect(page).toContain('<a href="core.html#container">Container</a>')
  expect(page).toContain('Example, from <a href="./../queue.html#in-a-program"')
})

describe('in a browser', () => {
  beforeEach(needsChromium)

  test('nothing is loaded from another origin, even with the search open', async () => {
    const browser = await openChromium()
    const page = await browser.newPage()
    const asked: string[] = []
    const failures: Error[] = []
    page.on('request', (request) => asked.push(request.url()))
    page.on('pageerror', (error) => failures.push(error))
    for (const path of ['/', '/http.html', '/reference/core.html', '/0.1/queue.html']) {
      await page.goto(address + path, { waitUntil: 'networkidle' })
    }
    await search(page, 'container')
    const result = page.locator('.VPLocalSearchBox a.result').first()
    expect(await result.getAttribute('href')).toMatch(/^\/0\.1\//)
    const origins = new Set(
      asked.filter((url) => !url.startsWith('data:')).map((url) => new URL(url).origin),
    )
    expect([[...origins], failures]).toEqual([[address], []])
  })

  const searched = {
    CORS: /security\.html#cors/,
    retry: /(queue|errors|client|migrations)\.html/,
    Partial: /(types|query)\.html/,
    'dependency injection': /\/container\.html/,
    prisma: /\/(query|migrations|from-nestjs)\.html/,
    orm: /\/(query|why|not-there-yet)\.html/,
    'hot reload': /\/development\.html/,
    env: /\/config\.html/,
  }

  test('the search finds the terms of the pages, and those of other frameworks', async () => {
    const page = await openPage('/')
    for (const [word, expected] of Object.entries(searched)) {
      await search(page, word)
      const results = page.locator('.VPLocalSearchBox a.result')
      await expect
        .poll(() =>
          results.evaluateAll((links) =>
            links.slice(0, 5).map((link) => link.getAttribute('href')),
          ),
        )
        .toContainEqual(expect.stringMatching(expected))
      await page.keyboard.press('Escape')
    }
  })

  test.each([
    ['to the same page', '/http.html', '/0.0/http.html'],
    [
      'to the home page, if the release does not have the page',
      '/0.1/reference/core.html',
      '/0.0/',
    ],
  ])('the release menu leads %s', async (_, from, to) => {
    const page = await openPage(from)
    await page.locator('.releases option').nth(1).waitFor({ state: 'attached' })
    expect(await page.locator('.releases option').allTextContents()).toEqual(['0.1', '0.0'])
    await page.locator('.releases').selectOption('0.0')
    await page.waitForURL(address + to)
  })

  test('no page is wider than the window, and no code scrolls sideways in a wide one', async () => {
    const page = await openPage('/')
    const paths = [
      '/',
      '/why.html',
      '/tutorial.html',
      '/from-nestjs.html',
      '/errors.html',
      '/decorators.html',
      '/middleware-cookbook.html',
      '/client.html',
      '/reference/core.html',
    ]
    for (const path of paths) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(address + path)
      const blocks = page.locator('.language-ts pre, .language-typescript pre')
      const wide = await blocks.evaluateAll(
        (elements) =>
          elements.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
      )
      expect([path, wide]).toEqual([path, 0])
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 })
        const used = await page.evaluate(() => document.documentElement.scrollWidth)
        expect([path, used]).toEqual([path, width])
      }
    }
  })
})

async function openPage(path: string) {
  const browser = await openChromium()
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  await page.goto(address + path, { waitUntil: 'networkidle' })
  return page
}

/** Opens the search. The keys have no effect until the scripts of the page run. */
async function search(page: Awaited<ReturnType<typeof openPage>>, word: string) {
  const input = page.locator('#localsearch-input')
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+k')
      return input.isVisible()
    })
    .toBe(true)
  await input.fill(word)
}

function leadsSomewhere(address: string, pages: ReadonlyMap<string, string>): boolean {
  const { pathname, hash } = new URL(address)
  const file = fileAt(site, pathname)
  if (file === undefined) return false
  const anchor = `id="${decodeURIComponent(hash.slice(1))}"`
  return hash === '' || pages.get(file)?.includes(anchor) === true
}

function read(file: string): string {
  return readFileSync(join(site, file), 'utf8')
}
