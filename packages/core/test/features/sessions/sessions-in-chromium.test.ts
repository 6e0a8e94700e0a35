import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Application, Cookies, Get, type int, type Kernel, Post, Session, Sessions } from '@fw/core'
import { serve } from '@fw/core/node'
import { MemorySessions } from '@fw/core/web'
import type { Page } from 'playwright-core'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openChromium, needsChromium } from '../../support/chromium.ts'
import { sessionKernel } from '../middleware/visiting.ts'

class Visit {
  constructor(public count: int = 0) {}
}

@Application()
@Sessions(Visit)
class Shop {}

class Pages {
  @Get('/')
  page(session: Session<Visit>) {
    session.data.count += 1
    const { count } = session.data
    return new Response(
      `<title>${count}</title><form method="post" action="/rotate"><button>rotate</button></form>`,
      { headers: { 'content-type': 'text/html' } },
    )
  }

  @Post('/rotate')
  rotate(session: Session<Visit>) {
    session.rotate()
    return new Response(null, { status: 303, headers: { location: '/' } })
  }

  @Get('/end')
  end(session: Session<Visit>) {
    session.end()
    return 'over'
  }

  @Get('/cookies')
  cookies(cookies: Cookies) {
    const had = cookies.get('__Host-Http-user') ?? null
    cookies.set('__Host-Http-user', 'Ada')
    cookies.set('__Host-role', 'admin', { httpOnly: false, sameSite: 'strict' })
    return had
  }
}

beforeEach(needsChromium)
beforeEach(({ skip }) => {
  const { error } = spawnSync('openssl', ['version'])
  skip(error !== undefined, 'no openssl. Install it (apt-get install openssl).')
})

/** Serves over HTTPS with a self-signed certificate. */
async function serveSecurely(kernel: Kernel): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fw-tls-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
  execFileSync('openssl', [...request, '-keyout', key, '-out', cert, '-subj', '/CN=localhost'], {
    stdio: 'ignore',
  })
  const options = { key: readFileSync(key), cert: readFileSync(cert) }
  const server = createServer(options, (incoming, outgoing) => {
    void (async () => {
      const { method = 'GET', url = '/', headers } = incoming
      const response = await kernel.fetch(
        new Request(`https://${headers.host}${url}`, {
          method,
          headers: headers as Record<string, string>,
          ...(method === 'POST' && { body: Readable.toWeb(incoming) as BodyInit, duplex: 'half' }),
        }),
      )
      outgoing.setHeaders(response.headers)
      outgoing.writeHead(response.status)
      outgoing.end(await response.text())
    })()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return `https://localhost:${(server.address() as AddressInfo).port}`
}

async function serveLocally(kernel: Kernel): Promise<string> {
  const { port, close } = await serve(kernel, { port: 0, host: '127.0.0.1' })
  onTestFinished(close)
  return `http://localhost:${port}`
}

async function openPage(): Promise<Page> {
  const browser = await openChromium()
  return (await browser.newContext({ ignoreHTTPSErrors: true })).newPage()
}

/** The cookies that the browser keeps, by their names. */
async function keptBy(page: Page): Promise<Record<string, string>> {
  const cookies = await page.context().cookies()
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
}

// A browser takes its time to start where others do so too.
const timeout = 60_000

const kinds = [
  ['in a store', () => new MemorySessions()],
  ['in its cookie', () => undefined],
] as const

test.each(kinds)(
  'a session %s survives reloads and rotation, over HTTPS',
  async (_kind, store) => {
    const { kernel } = sessionKernel([Shop, Pages], store())
    const page = await openPage()
    await page.goto(await serveSecurely(kernel))
    expect(await page.title()).toBe('1')
    await page.reload()
    expect(await page.title()).toBe('2')
    const before = await keptBy(page)
    expect(Object.keys(before)).toEqual(['__Host-session'])
    await page.click('button')
    // A click does not wait for the page that it leads to.
    await expect.poll(() => page.title()).toBe('3')
    expect((await keptBy(page))['__Host-session']).not.toBe(before['__Host-session'])
    await page.reload()
    expect(await page.title()).toBe('4')
    await page.goto(new URL('/end', page.url()).href)
    expect(await keptBy(page)).toEqual({})
  },
  timeout,
)

test(
  'a session survives reloads and rotation, over plain HTTP to the own machine',
  async () => {
    const { kernel } = sessionKernel([Shop, Pages], new MemorySessions())
    const page = await openPage()
    await page.goto(await serveLocally(kernel))
    await page.click('button')
    await expect.poll(() => page.title()).toBe('2')
    await page.reload()
    expect(await page.title()).toBe('3')
    expect(Object.keys(await keptBy(page))).toEqual(['session'])
  },
  timeout,
)

test(
  'the browser keeps cookies whose names promise something',
  async () => {
    const { kernel } = sessionKernel([Pages, Shop])
    const page = await openPage()
    await page.goto(`${await serveSecurely(kernel)}/cookies`)
    expect(await keptBy(page)).toEqual({ '__Host-Http-user': 'Ada', '__Host-role': 'admin' })
    expect(await page.evaluate('document.cookie')).toBe('__Host-role=admin')
    const again = await page.reload()
    expect(await again?.json()).toBe('Ada')
  },
  timeout,
)
