import { describe, expect, test } from 'vitest'
import { openChromium, needsChromium } from '../../support/chromium.ts'
import { Developed } from './developed.ts'

const books = `import { Get, HttpError, Post } from '@fw/core'
export class Books {
  @Get('/books') list() { return [] }
  @Get('/books/{id}') show(id: string) { throw new HttpError(404, 'There is no book ' + id) }
  @Post('/books') add() { return {} }
}
`
const browser = { accept: 'text/html,*/*;q=0.8' }

function start(): Developed {
  return new Developed({ 'src/texts.ts': books })
}

describe('a path without a route, under fw dev', () => {
  test('shows a browser the most similar routes and all of them, or at / how to write the first one', async () => {
    const developed = start()
    const response = await developed.get('/boks', browser)

    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src/,
    )
    const page = await response.text()
    expect(page).toContain('<h1>No route matches GET /boks</h1>')
    const [, near = ''] = /<h2>Did you mean\?<\/h2>(.*?)<\/section>/.exec(page) ?? []
    expect(near).toContain('<a href="/books">')
    expect(near).toContain('Books.add')
    expect(near).not.toContain('{id}')
    expect(page).toContain('<code>/books/{id}</code>')

    const welcome = await (await developed.get('/', browser)).text()
    expect(welcome).toContain('<h1>The application is running</h1>')
    expect(welcome).toContain("@Get('/')")
    expect(welcome).toContain('<a href="/docs">')
    expect(welcome).toContain('<a href="/_fw">')

    const escaped = await (await developed.get('/%3Cscript%3E<b>"', browser)).text()
    expect(escaped).not.toMatch(/<script|<b>/)
  })

  test('is JSON for a 404 of a method, for programs, for pages of other origins and behind proxies', async () => {
    const developed = start()
    const json = { error: 'No route matches GET /boks.' }
    for (const headers of [
      {},
      { ...browser, 'sec-fetch-site': 'cross-site' },
      { ...browser, 'x-forwarded-for': '203.0.113.9' },
    ]) {
      expect(await (await developed.get('/boks', headers)).json()).toEqual(json)
    }
    const response = await developed.get('/books/7', browser)
    expect(await response.json()).toEqual({ error: 'There is no book 7' })
  })

  test('fits narrow screens, light and dark', async (context) => {
    needsChromium(context)
    const address = await start().address
    const chromium = await openChromium()
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await chromium.newPage({ colorScheme, viewport: { width: 390, height: 800 } })
      for (const path of ['/', '/boks']) {
        await page.goto(address + path)
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
        const colour = await page.evaluate('getComputedStyle(document.body).backgroundColor')
        expect(colour).toBe(colorScheme === 'light' ? 'rgb(246, 246, 247)' : 'rgb(21, 22, 26)')
      }
    }
  })
})
