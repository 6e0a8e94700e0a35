import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { fortyMistakes } from '../check/forty-mistakes.ts'
import { openChromium, needsChromium } from '../../support/chromium.ts'
import { FwProcess, runFw } from '../../support/fw-process.ts'
import { Developed } from './developed.ts'

const orders = `import { Application, ErrorHandler, Get, HttpError, SecurityHeaders } from '@fw/core'

class Stock {
  reserve(id: number): void {
    throw new RangeError(\`There is no <article> \${id}.\`)
  }
}

class Odd extends Error {}

@SecurityHeaders()
@Application()
export class Orders {
  @Get('/orders/{id}')
  show(id: number): void {
    try {
      new Stock().reserve(id)
    } catch (error) {
      throw new Error('The order cannot be placed.', { cause: error })
    }
  }

  @Get('/worded') worded(): void { throw new Odd('Told by a handler.') }
  @Get('/both') async both(): Promise<void> { await Promise.any([Promise.reject(new Error('one')), Promise.reject(new Error('two'))]) }
  @Get('/thrown') thrown(): void { throw 'a text' }
  @Get('/round') round(): void { const error = new Error('round'); error.cause = error; throw error }
  @Get('/closed') closed(): void { throw new HttpError(503, 'Closed.') }

  @ErrorHandler()
  odd(_error: Odd): { readonly oops: string } { return { oops: 'worded' } }
}
`

const app = new Developed({ 'src/orders.ts': orders, '.env': 'FW_EDITOR=vscode' })

describe('a 500', () => {
  test('shows the error, its causes and their source to a caller on this machine', async () => {
    const response = await app.get('/orders/7')
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      error: 'Internal server error.',
      exception: {
        name: 'Error',
        message: 'The order cannot be placed.',
        file: 'src/orders.ts',
        line: 19,
        column: 13,
        excerpt: expect.stringContaining('\n> 19 |       throw new Error('),
        stack: expect.arrayContaining([
          expect.stringMatching(/^Orders\.show \(.*src\/orders\.ts:19:13\)$/),
        ]),
        cause: expect.objectContaining({
          name: 'RangeError',
          message: 'There is no <article> 7.',
          file: 'src/orders.ts',
          line: 5,
          excerpt: expect.stringContaining('> 5 |     throw new RangeError('),
        }),
      },
    })
  })

  test('of a handler of the application keeps its body, and also shows the exception', async () => {
    expect(await (await app.get('/worded')).json()).toMatchObject({
      oops: 'worded',
      exception: { message: 'Told by a handler.' },
    })
  })

  test('shows the errors of an AggregateError, a thrown string, and up to eight nested causes', async () => {
    expect(await (await app.get('/both')).json()).toMatchObject({
      exception: { name: 'AggregateError', errors: [{ message: 'one' }, { message: 'two' }] },
    })
    expect(await (await app.get('/thrown')).json()).toMatchObject({
      exception: { message: 'a text' },
    })
    const text = await (await app.get('/round')).text()
    expect(text.split('"message":"round"')).toHaveLength(9)
  })

  test('with another status than 500 is sent as always', async () => {
    const response = await app.get('/closed')
    expect([response.status, await response.json()]).toEqual([503, { error: 'Closed.' }])
  })

  test('shows callers from elsewhere, and all callers of fw serve, nothing more', async () => {
    const address = await app.address
    const plain = { error: 'Internal server error.' }
    expect(await sendWithHeaders(`${address}/orders/7`, { host: 'evil.example' })).toEqual(plain)
    expect(
      await sendWithHeaders(`${address}/orders/7`, { 'x-forwarded-for': '203.0.113.7' }),
    ).toEqual(plain)
    const served = await new FwProcess(app.root, [
      'serve',
      '--host=127.0.0.1',
      '--port=0',
    ]).address()
    expect(await sendWithHeaders(`${served}/orders/7`, {})).toEqual(plain)
  })

  test.for(['light', 'dark'] as const)(
    'is a page in a browser, which loads no files and obeys its policy (%s)',
    async (colorScheme, context) => {
      needsChromium(context)
      const page = await (await openChromium()).newPage({ colorScheme })
      const requestedPaths: string[] = []
      const complaints: string[] = []
      page.on('request', (sent) => requestedPaths.push(new URL(sent.url()).pathname))
      page.on('console', (message) => complaints.push(message.text()))
      await page.goto(`${await app.address}/orders/7`)
      expect(await page.textContent('h1')).toBe('The application failed to respond.')
      expect(await page.locator('h2').allTextContents()).toEqual(['Error', 'Caused by RangeError'])
      expect(await page.locator('.text').allTextContents()).toEqual([
        'The order cannot be placed.',
        'There is no <article> 7.',
      ])
      // The second request waits for the next change.
      expect(requestedPaths).toEqual(['/orders/7', '/_fw/next'])
      expect(complaints.filter((text) => /Content Security Policy/i.test(text))).toEqual([])
      const colour = await page.evaluate('getComputedStyle(document.body).backgroundColor')
      expect(colour).toBe(colorScheme === 'light' ? 'rgb(246, 246, 247)' : 'rgb(21, 22, 26)')
    },
  )
})

test('the page of a 500 folds frames, links to the inspector and the editor, and reloads after a fix', async (context) => {
  needsChromium(context)
  const browser = await (await openChromium()).newContext()
  const page = await browser.newPage()
  await page.goto(`${await app.address}/orders/7`)
  expect(await page.locator('.place').first().textContent()).toContain('GET /orders/7')
  const [first] = await page.locator('section').all()
  const frames = first?.locator('li:visible')
  expect(await frames?.allTextContents()).toEqual([expect.stringMatching(/^Orders\.show/)])
  expect(await frames?.locator('a').getAttribute('href')).toBe(
    `vscode://file${app.root}/src/orders.ts:19:13`,
  )
  await first?.getByText(/^\d+ frames of packages and Node$/).click()
  expect(await frames?.count()).toBeGreaterThan(2)

  const entry = page.getByRole('link', { name: 'Show it in the inspector' })
  const inspector = await browser.newPage()
  await inspector.goto(new URL((await entry.getAttribute('href')) ?? '', page.url()).href)
  await inspector.getByRole('heading', { name: 'GET /orders/7' }).waitFor()
  await inspector.close()

  app.write(
    'src/orders.ts',
    `import { Get } from '@fw/core'
export class Orders { @Get('/orders/{id}') show(id: number): string { return 'order ' + id } }
`,
  )
  await page.getByText('order 7').waitFor()
})

describe('a boot that fails', () => {
  interface ReportedError {
    readonly severity: string
    readonly line: number
    readonly remedy: string
    readonly excerpt?: string
  }

  const wrong = new Developed(fortyMistakes)
  let errors: readonly ReportedError[]
  beforeAll(async () => {
    await wrong.fw.printed(/The application ended/)
    const { stdout } = await runFw(wrong.root, ['check', '--format=json'])
    errors = (JSON.parse(stdout) as ReportedError[]).filter(({ severity }) => severity === 'error')
    expect(errors.length).toBeGreaterThan(40)
  })

  /** Writes a file with a mistake, and returns what the next boot prints. */
  async function printedFor(path: string, text: string): Promise<string> {
    const { length } = app.fw.stderr
    app.write(path, text)
    const printed = () => app.fw.stderr.slice(length)
    await expect.poll(printed).toMatch(/\d errors?, 0 warnings\.\n/)
    return printed()
  }

  test('shows all that fw check finds, and the source', async () => {
    const { problems } = (await (await wrong.get('/text')).json()) as {
      readonly problems: ReportedError[]
    }
    expect(problems).toEqual(
      errors.map((error) => ({
        ...error,
        excerpt: expect.stringMatching(new RegExp(`^> *${error.line} \\|`, 'm')),
      })),
    )
    expect(wrong.fw.stderr).toContain(`${errors.length} errors, 0 warnings.`)
  })

  test('is a page that shows each mistake and how to fix it', async (context) => {
    needsChromium(context)
    const page = await (await openChromium()).newPage()
    await page.goto(`${await wrong.address}/text`)
    const shown = await page.locator('section').allTextContents()
    expect(shown).toEqual(errors.map(({ remedy }) => expect.stringContaining(remedy)))
  })

  test('prints a single mistake like several, with its location once', async () => {
    const path = orders.replace("'/worded'", "'worded'")
    expect(await printedFor('src/orders.ts', path)).toMatch(
      /^error {2}src\/orders\.ts:23:18 {2}InvalidPathTemplate\n {2}Orders\.worded: .* Write "\/worded"\.\n[^]*\n {2}> 23 \| {3}@Get\('worded'\) [^]*\n\n1 error, 0 warnings\.\n/,
    )
    const type = orders.replace('show(id: number)', 'show(id: nubmer)')
    const printed = await printedFor('src/orders.ts', type)
    expect(printed.match(/src\/orders\.ts:\d/g)).toHaveLength(1)
    expect(printed).toContain('cannot read the type "nubmer": "nubmer" is neither')
  })

  test('prints a decorator without its import with one excerpt', async () => {
    const printed = await printedFor(
      'src/orders.ts',
      `export class Orders {
  @Get('/orders') list(): string[] { return [] }
}
`,
    )
    expect(printed.trimEnd()).toMatch(
      /^error {2}src\/orders\.ts:2:3 {2}UndeclaredDecorator\n {2}Get is not imported\. Add: import \{ Get \} from '@fw\/core'\n {2}1 \| .*\n {2}2 \| .*\n {8}\^\n\n1 error, 0 warnings\.$/m,
    )
    expect(printed.match(/@Get\('\/orders'\)/g)).toHaveLength(1)
  })

  test('shows the error of the bootstrap before the mistakes in declarations', async () => {
    app.write('src/orders.ts', orders.replace('show(id: number)', 'show(id: nubmer)'))
    app.write(
      'src/bootstrap.ts',
      `export default () => { throw new RangeError('There is no cake.') }`,
    )
    const response = async (): Promise<unknown> => (await app.get('/text')).json()
    await expect.poll(response).toMatchObject({
      problems: [
        { code: 'RangeError', text: 'There is no cake.', file: 'src/bootstrap.ts', line: 1 },
        { code: 'UnusableType', class: 'Orders', file: 'src/orders.ts', line: 15 },
      ],
    })
  })
})

function sendWithHeaders(address: string, headers: Record<string, string>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const requestedPaths = request(
      address,
      { headers },
      (response) => void json(response).then(resolve, reject),
    )
    requestedPaths.once('error', reject).end()
  })
}
