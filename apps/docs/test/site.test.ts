import { execFile } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { launchChromium, needsChromium } from '../../../packages/framework/test/chromium.ts'
import { repositoryRoot } from '../../../spec/repository.ts'
import { verifies } from '../../../spec/verifies.ts'

const site = mkdtempSync(join(tmpdir(), 'fw-site-test-'))
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}
let server: Server
let address: string

beforeAll(async () => {
  writeFileSync(join(site, 'releases.json'), '["0.0"]')
  mkdirSync(join(site, '0.0'))
  writeFileSync(join(site, '0.0/http.html'), 'HTTP in 0.0')
  writeFileSync(join(site, '0.0/index.html'), 'Home of 0.0')
  const build = join(repositoryRoot, 'apps/docs/build.ts')
  await promisify(execFile)(process.execPath, [build, site], { cwd: repositoryRoot })
  server = createServer(({ url = '' }, response) => {
    const file = fileOf(new URL(url, 'http://site').pathname)
    if (file === undefined) return void response.writeHead(404).end()
    response.setHeader('content-type', types[posix.extname(file)] ?? 'application/octet-stream')
    response.end(readFileSync(join(site, file)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}, 180_000)

afterAll(() => {
  server.close()
  rmSync(site, { recursive: true, force: true })
})

verifies('docs.site', 'every link inside the site leads to a page, and to a place on it', () => {
  const pages = globSync('**/*.html', { cwd: site }).filter((page) => !/^0\.0|404/.test(page))
  expect(pages.length).toBeGreaterThan(100)
  const places = new Map(pages.map((page) => [page, read(page)]))
  const dead = pages.flatMap((page) =>
    [...(places.get(page) ?? '').matchAll(/<a[^>]* href="([^"]*)"/g)]
      .map(([, href = '']) => href.replaceAll('&amp;', '&'))
      .filter((href) => !/^[a-z]+:/.test(href) && !leadsSomewhere(page, href))
      .map((href) => `${page}: ${href}`),
  )
  expect([...new Set(dead)]).toEqual([])
})

verifies('docs.releases', 'this release has its own folder, and an older one stays listed', () => {
  expect(JSON.parse(read('releases.json'))).toEqual(['0.1', '0.0'])
  expect(read('0.1/http.html').includes('href="/0.1/')).toBe(true)
  expect(read('http.html').includes('/0.1/')).toBe(false)
  expect(read('0.0/http.html')).toBe('HTTP in 0.0')
})

verifies('docs.for-agents', 'llms.txt lists every page, and each is there as Markdown', () => {
  const list = read('llms.txt')
  const listed = [...list.matchAll(/^- \[.*?\]\(\/([^)]+)\)/gm)].map(([, path = '']) => path)
  const pages = globSync('{*,reference/*}.html', { cwd: site })
    .filter((page) => !/^(index|404|contents)\./.test(page))
    .map((page) => page.replace('.html', '.md'))
  expect(listed.toSorted()).toEqual(pages.toSorted())
  const whole = read('llms-full.txt')
  for (const page of listed) expect(whole.includes(read(page)), page).toBe(true)
})

describe('in a browser', () => {
  beforeEach(needsChromium)

  test('nothing asks another origin, with the search opened too', async () => {
    const browser = await launchChromium()
    const page = await browser.newPage()
    const asked: string[] = []
    const failures: Error[] = []
    page.on('request', (request) => asked.push(request.url()))
    page.on('pageerror', (error) => failures.push(error))
    for (const path of ['/', '/http.html', '/reference/fw.html', '/0.1/queue.html']) {
      await page.goto(address + path, { waitUntil: 'networkidle' })
    }
    await page.keyboard.press('Control+k')
    await page.locator('#localsearch-input').fill('container')
    await page.locator('.VPLocalSearchBox .result').first().waitFor()
    const origins = new Set(
      asked.filter((url) => !url.startsWith('data:')).map((url) => new URL(url).origin),
    )
    expect([[...origins], failures]).toEqual([[address], []])
  })

  const searched = {
    CORS: /security\.html#cors/,
    retry: /(queue|errors|client|migrations)\.html/,
    Partial: /(types|query)\.html/,
  }

  verifies('docs.search', 'the search finds "CORS", "retry" and "Partial"', async () => {
    const page = await openPage('/')
    for (const [word, expected] of Object.entries(searched)) {
      await page.keyboard.press('Control+k')
      await page.locator('#localsearch-input').fill(word)
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
    ['the same page', '/http.html', '/0.0/http.html'],
    ['the home where the page is not there', '/0.1/reference/fw.html', '/0.0/'],
  ])('the switch leads to another release: %s', async (_, from, to) => {
    const page = await openPage(from)
    await page.locator('.releases option').nth(1).waitFor({ state: 'attached' })
    expect(await page.locator('.releases option').allTextContents()).toEqual(['0.1', '0.0'])
    await page.locator('.releases').selectOption('0.0')
    await page.waitForURL(address + to)
  })

  test.each([
    ['wide', 1280],
    ['narrow', 390],
  ])('no page is wider than a %s window', async (_, width) => {
    const page = await openPage('/')
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/', '/errors.html', '/attributes.html', '/reference/fw.html']) {
      await page.goto(address + path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })
})

async function openPage(path: string) {
  const browser = await launchChromium()
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  await page.goto(address + path, { waitUntil: 'networkidle' })
  return page
}

function leadsSomewhere(page: string, href: string): boolean {
  const { pathname, hash } = new URL(href, `http://site/${page}`)
  const file = fileOf(pathname)
  if (file === undefined) return false
  return hash === '' || read(file).includes(`id="${decodeURIComponent(hash.slice(1))}"`)
}

function fileOf(pathname: string): string | undefined {
  const path = decodeURIComponent(pathname).slice(1)
  return [path, `${path}.html`, posix.join(path, 'index.html')].find((file) => {
    return existsSync(join(site, file)) && statSync(join(site, file)).isFile()
  })
}

function read(file: string): string {
  return readFileSync(join(site, file), 'utf8')
}
