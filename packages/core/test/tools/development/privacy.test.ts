import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openChromium, needsChromium } from '../../support/chromium.ts'
import { FwProcess } from '../../support/fw-process.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'
import { Developed } from './developed.ts'

const open = `import { Application, Cors, Get, Query } from '@fw/core'

@Cors({ origins: '*' })
@Application()
export class Open {
  @Get('/broken') broken(): void { throw new RangeError('the message') }
  @Get('/told') told(@Query() text: string): void { throw new Error(text) }
  @Get('/changed') changed(@Query() text: string): void {
    const error = new Error(text)
    error.message = 'changed'
    throw error
  }
}
`

function start(): Developed {
  return new Developed({ 'src/open.ts': open })
}

interface TextResponse {
  readonly status: number | undefined
  readonly origin: string | undefined
  readonly text: string
}

async function send(address: string, headers: Record<string, string> = {}): Promise<TextResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<TextResponse>()
  const sentRequest = request(address, { headers, agent: false }, (response) => {
    const { statusCode: status, headers: received } = response
    const origin = received['access-control-allow-origin']
    text(response).then((read) => resolve({ status, origin, text: read }), reject)
  })
  sentRequest.once('error', reject).end()
  return promise
}

const ofUser = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html' }

/** Callers that may see source, and others. */
const callers: readonly (readonly [string, Record<string, string>, boolean])[] = [
  ['a program', {}, true],
  ['a page of the application', { 'sec-fetch-site': 'same-origin' }, true],
  ['an address that was typed', { ...ofUser, 'sec-fetch-site': 'none' }, true],
  ['a link on another page', { ...ofUser, 'sec-fetch-site': 'cross-site' }, true],
  ['a proxy on this machine', { 'x-forwarded-for': '127.0.0.1', via: '1.1 Caddy' }, true],
  ['one that writes ports', { forwarded: 'proto=http;for="[::1]:4711"' }, true],
  ['another origin', { origin: 'http://evil.example' }, false],
  ['another port', { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' }, false],
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, false],
  ['a frame', { ...ofUser, 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' }, false],
  ['a sandbox', { origin: 'null' }, false],
  ['a name that leads here', { host: 'evil.example', origin: 'http://evil.example' }, false],
  ['X-Forwarded-For', { 'x-forwarded-for': '203.0.113.7, 127.0.0.1' }, false],
  ['X-Forwarded-Host', { 'x-forwarded-for': '::1', 'x-forwarded-host': 'shop.example' }, false],
  ['X-Real-IP', { 'x-real-ip': '203.0.113.7' }, false],
  ['Forwarded', { forwarded: 'for="[2001:db8::1]:4711";proto=https' }, false],
  ['Forwarded of several', { forwarded: 'for=127.0.0.1, For=203.0.113.7' }, false],
  ['Forwarded that hides its client', { forwarded: 'for=_hidden' }, false],
  ['Forwarded without a client', { forwarded: 'proto=https' }, false],
  ['Via', { via: '1.1 proxy' }, false],
]

test('source code and the inspector are shown only on this machine, to its user and to pages of the same origin', async () => {
  const app = start()
  await app.waitForText('first')
  const address = await app.address
  for (const [name, headers, mayRead] of callers) {
    const failed = await send(`${address}/broken`, headers)
    expect
      .soft([name, failed.status, failed.text.includes('the message')])
      .toEqual([name, 500, mayRead])
    expect.soft([name, failed.origin]).toEqual([name, mayRead ? undefined : '*'])
    const state = await send(`${address}/_fw/state`, headers)
    expect.soft([name, state.status, state.origin]).toEqual([name, mayRead ? 200 : 403, undefined])
  }

  app.write('src/open.ts', open.replace('text: string', 'text: strnig'))
  await app.fw.printed(/The application ended/)
  for (const [name, headers, mayRead] of callers) {
    const failed = await send(`${address}/broken`, headers)
    expect
      .soft([name, failed.text.includes('strnig'), failed.origin])
      .toEqual([name, mayRead, undefined])
  }
})

test('a page of another origin cannot read an error, even if @Cors allows it', async (context) => {
  needsChromium(context)
  const app = start()
  await app.waitForText('first')
  const other = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html>'),
  )
  await once(other.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void other.close())
  const page = await (await openChromium()).newPage()
  const read = `fetch('${await app.address}/broken').then((response) => response.text())`

  await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
  expect(await page.evaluate(read)).toBe('{"error":"Internal server error."}')
  await page.goto(`${await app.address}/text`)
  expect(await page.evaluate(read)).toContain('the message')
})

test('the message of an error cannot select a file', async () => {
  const outside = temporaryApplication({ 'keys.ts': "export const key = 'outside'\n" })
  const app = start()
  await app.waitForText('first')
  app.write('notes.txt', 'notes\n')
  const files = [
    join(outside, 'keys.ts'),
    join(app.root, 'src/texts.ts'),
    'src/texts.ts',
    'notes.txt',
  ]
  for (const file of files) {
    for (const text of [
      `${file}:1:1`,
      `x (${file}:1`,
      `x\n    at keys (${file}:1:1)`,
      `${file}:1\n`,
    ]) {
      const query = new URLSearchParams({ text }).toString()
      const { exception } = JSON.parse((await send(`${await app.address}/told?${query}`)).text)
      expect.soft(exception).toMatchObject({ message: text, file: 'src/open.ts', line: 7 })
      expect.soft(exception.stack[0]).toMatch(/^Open\.told/)
      const changed = await send(`${await app.address}/changed?${query}`)
      expect.soft(changed.text).not.toContain('outside')
    }
  }
})

test('fw dev listens only on localhost unless HOST is set', async () => {
  const root = temporaryApplication({ 'package.json': '{ "type": "module" }', 'src/empty.ts': '' })
  const closed = new FwProcess(root, ['dev', '--port=0'])
  const [, port] = await closed.printed(/Listening on http:\/\/127\.0\.0\.1:(\d+)$/m)
  await expect(reached('127.0.0.2', Number(port))).rejects.toMatchObject({ code: 'ECONNREFUSED' })

  const opened = new FwProcess(root, ['dev', '--port=0'], { HOST: '0.0.0.0' })
  const [, openPort] = await opened.printed(/Listening on http:\/\/localhost:(\d+) /)
  await reached('127.0.0.2', Number(openPort))
})

async function reached(host: string, port: number): Promise<void> {
  const socket = connect({ host, port })
  await once(socket, 'connect')
  socket.destroy()
}
