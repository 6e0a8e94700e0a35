import {
  Application,
  Body,
  Cors,
  CspNonce,
  Get,
  HttpRequest,
  MinLength,
  Post,
  Put,
  Reply,
  SameOrigin,
  SecurityHeaders,
} from '@fw/core'
import { serve } from '@fw/core/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openChromium, needsChromium } from '../../support/chromium.ts'
import { kernelOf } from '../../http/serving.ts'

class Note {
  constructor(@MinLength(3) readonly text: string) {}
}

/** Requests sent in the name of a visitor. */
const transfers: string[] = []

class Api {
  @Get('/')
  home(nonce: CspNonce) {
    return Reply.html(
      `<title>Own</title><script nonce="${nonce}">document.title = 'ran'</script>` +
        '<script>document.title = "injected"</script><form method="post" action="/transfers"></form>',
      { headers: { 'set-cookie': 'who=Ada; Path=/' } },
    )
  }

  @Get('/me')
  me(request: HttpRequest) {
    return Reply.json({ cookie: request.header('cookie') ?? '' }, { headers: { etag: '"7"' } })
  }

  @Put('/notes')
  write(@Body() note: Note) {
    return note
  }

  @Post('/transfers')
  transfer(request: HttpRequest) {
    transfers.push(request.header('sec-fetch-site') ?? 'nobody says')
    return Reply.html('<title>done</title>')
  }
}

/** A foreign page, to send requests from. */
class Elsewhere {
  @Get('/')
  page() {
    return Reply.html('<title>Elsewhere</title>')
  }
}

async function listen(...types: Parameters<typeof kernelOf>[0]): Promise<number> {
  const { port, close } = await serve(kernelOf(types).kernel, { port: 0, host: '127.0.0.1' })
  onTestFinished(close)
  return port
}

/** Two sites: pages of `shop` may call the API, those of `evil` may not. */
async function openSites() {
  const elsewhere = await listen(Elsewhere)
  const shop = `http://shop.site.localhost:${elsewhere}`

  @Application()
  @Cors({ origins: [shop], credentials: true })
  @SecurityHeaders({ csp: "default-src 'self'; script-src 'nonce-{nonce}'; form-action *" })
  @SameOrigin()
  class App {}

  const api = `http://api.site.localhost:${await listen(App, Api)}`
  const browser = await openChromium()
  const context = await browser.newContext()
  const page = await context.newPage()
  return { page, api, shop, evil: `http://evil.localhost:${elsewhere}` }
}

/** Sends a request from the open page. */
interface PageResponse {
  readonly status: number
  readonly body: unknown
  readonly etag: string | null
}

const call = `async ([url, init]) => {
  try {
    const answer = await fetch(url, init)
    return { status: answer.status, body: await answer.json(), etag: answer.headers.get('etag') }
  } catch (error) {
    return String(error)
  }
}`

type Page = Awaited<ReturnType<typeof openSites>>['page']

function send(page: Page, url: string, init: RequestInit = {}): Promise<PageResponse | string> {
  return page.evaluate(`(${call})(${JSON.stringify([url, init])})`)
}

const put = (text: string): RequestInit => ({
  method: 'PUT',
  headers: { 'content-type': 'application/json', 'x-own': '1' },
  body: JSON.stringify({ text }),
})

// A browser takes its time to start where others do so too.
describe('in Chromium', { timeout: 60_000 }, () => {
  test('a page of a listed origin can read responses and errors, with cookies', async (context) => {
    needsChromium(context)
    const { page, api, shop } = await openSites()
    await page.goto(api)
    expect(await page.title()).toBe('ran')
    await page.goto(shop)
    expect(await send(page, `${api}/notes`, put('long'))).toMatchObject({
      status: 200,
      body: { text: 'long' },
    })
    expect(await send(page, `${api}/notes`, put('x'))).toMatchObject({ status: 422 })
    expect(await send(page, `${api}/nowhere`)).toMatchObject({
      status: 404,
      body: { error: 'No route matches GET /nowhere.' },
    })
    expect(await send(page, `${api}/me`, { credentials: 'include' })).toEqual({
      status: 200,
      body: { cookie: 'who=Ada' },
      etag: '"7"',
    })
  })

  test('a page of another origin reads nothing, and sends no preflighted request', async (context) => {
    needsChromium(context)
    const { page, api, evil } = await openSites()
    await page.goto(evil)
    const failed = 'TypeError: Failed to fetch'
    expect(await send(page, `${api}/me`)).toBe(failed)
    expect(await send(page, `${api}/nowhere`)).toBe(failed)
    expect(await send(page, `${api}/notes`, put('long'))).toBe(failed)
  })

  test('a form of another origin is a 403, and one of the application is accepted', async (context) => {
    needsChromium(context)
    const { page, api, evil, shop } = await openSites()
    const submit = async (from: string) => {
      transfers.splice(0)
      await page.goto(from)
      const [response] = await Promise.all([
        page.waitForResponse((found) => found.url() === `${api}/transfers`),
        page.waitForURL(`${api}/transfers`),
        page.evaluate(
          `(() => {
            const form = document.createElement('form')
            Object.assign(form, { method: 'post', action: '${api}/transfers', enctype: 'text/plain' })
            document.body.append(form)
            form.submit()
          })()`,
        ),
      ])
      return [response.status(), ...transfers]
    }
    expect(await submit(evil)).toEqual([403])
    expect(await submit(api)).toEqual([200, 'same-origin'])
    const [status] = await submit(shop)
    expect(status).toBe(200)
  })

  test('/docs works under the headers', async (context) => {
    needsChromium(context)
    const { page, api } = await openSites()
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(String(error)))
    await page.goto(`${api}/docs`)
    await page.waitForSelector('.opblock')
    expect(await page.locator('.opblock').count()).toBe(4)
    await page.locator('.opblock-get', { hasText: '/me' }).click()
    await page.locator('.opblock-get', { hasText: '/me' }).getByText('Execute').click()
    await page.waitForSelector('.live-responses-table')
    expect(await page.locator('.live-responses-table .response').innerText()).toContain('200')
    expect(problems).toEqual([])
  })
})
