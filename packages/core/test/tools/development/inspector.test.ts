import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { BrowserContextOptions } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openChromium, needsChromium } from '../../support/chromium.ts'
import { fwProgram, FwProcess, runFw } from '../../support/fw-process.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'
import { Developed } from './developed.ts'

const shop = `import { DatabaseSync } from 'node:sqlite'
import { Query } from '@fw/query'
import { Body, Get, Hide, HttpError, Logger, McpTool, MinLength, Post } from '@fw/core'

const database = new DatabaseSync(':memory:')
database.exec('create table users (name text)')

export class SignUp {
  constructor(readonly name: string, @Hide() @MinLength(3) readonly pin: string, readonly password: string) {}
}

export class Shop {
  readonly #made: string[] = []
  constructor(private readonly logger: Logger) {}

  /** Greets somebody. */
  @Get('/hello/{name}')
  async hello(name: string): Promise<readonly unknown[]> {
    this.logger.info('Greeting.', { name, token: 'hush' })
    return new Query(database).table('users').where('name', '=', name).get()
  }

  @Post('/sign-ups') signUp(@Body() body: SignUp): number { return this.#made.push(body.name) }
  @Get('/boom') boom(): void { throw new Error('It went wrong.') }
  @Get('/page') page(): string { throw new HttpError(404, '<b onclick="x">no</b>') }
  @McpTool('add', 'Adds two numbers.') add(one: number, other: number): number { return one + other }
}
`

const work = `import { Container, EventDispatcher, Listener, Logger, McpTool, Post, Sensitive, type int } from '@fw/core'
import { Queue, Worker, type Job } from '@fw/queue'

export class OrderTaken {
  constructor(readonly id: int, @Sensitive() readonly card: string, readonly size = 10n) {}
}

export class Confirm implements Job {
  constructor(readonly order: int, readonly token: string) {}
  handle(): void { throw new Error('There is no mail today.') }
}

export class Orders {
  constructor(private readonly queue: Queue, private readonly events: EventDispatcher, private readonly logger: Logger, container: Container) {
    void new Worker(queue, container).run()
  }

  @Post('/orders')
  async take(): Promise<void> {
    await this.events.dispatch(new OrderTaken(7, 'hush'))
    await this.queue.push(new Confirm(7, 'hush'), { maxAttempts: 1 })
  }

  @Listener() heard(event: OrderTaken): void { this.logger.info(\`Order \${event.id} was heard of.\`) }
  @McpTool('find', 'Finds.') find(name: string, password: string): string { return name + password.length }
}
`

const app = new Developed({
  'src/shop.ts': shop,
  'src/orders.ts': work,
  '.env': 'SECRET_KEY=hush\nLOG_LEVEL=info\nFW_LOG_REDACT=iban\nQUEUE_CONNECTION=memory',
})

async function send(path: string, init?: RequestInit): Promise<InspectorResponse> {
  return (await fetch(`${await app.address}${path}`, init)).json() as Promise<InspectorResponse>
}

function post(path: string, body: unknown, headers = {}): Promise<InspectorResponse> {
  const init = { method: 'POST', body: JSON.stringify(body) }
  return send(path, { ...init, headers: { 'content-type': 'application/json', ...headers } })
}

/** JSON of which a test knows the form. */
type InspectorResponse = Record<string, never>

describe('the inspector', () => {
  test('shows the arguments, queries, log lines, duration and response of a request', async () => {
    await send('/hello/Ada?token=hush&iban=hush&id_token=hush&page=2')
    const id = await newest()
    expect(await send(`/_fw/entries/${id}`)).toEqual({
      id,
      kind: 'request',
      title: 'GET /hello/Ada',
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      milliseconds: expect.any(Number),
      outcome: 200,
      statements: [
        {
          sql: expect.stringMatching(/^select \* from "users" where "name" = \?$/i),
          milliseconds: expect.any(Number),
          rows: 0,
        },
      ],
      lines: [
        {
          at: expect.any(String),
          level: 'info',
          message: 'Greeting.',
          details: { name: 'Ada', token: '[redacted]' },
        },
      ],
      facts: {
        route: '/hello/{name}',
        query: 'token=%5Bredacted%5D&iban=%5Bredacted%5D&id_token=%5Bredacted%5D&page=2',
        arguments: { name: 'Ada' },
        headers: expect.arrayContaining([['accept', '*/*']]),
        response: {
          headers: expect.arrayContaining([['content-type', 'application/json']]),
          body: [],
          aborted: false,
        },
      },
    })
  })

  test('shows events, pushes, jobs and calls with their data, without secrets', async () => {
    await post('/orders', {}).catch(() => undefined)
    const call = { name: 'find', arguments: { name: 'Ada', password: 'hush' } }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }
    await post('/mcp', message, { accept: 'application/json, text/event-stream' })
    const details = async () => {
      const others = (await entries()).filter(({ kind }) => kind !== 'request')
      return Promise.all(others.map(({ id }) => send(`/_fw/entries/${id}`)))
    }
    const ended = async () => (await details()).filter((entry) => 'outcome' in entry).length
    await expect.poll(ended).toBe(4)
    const recorded = await details()
    expect(JSON.stringify(recorded)).not.toContain('hush')
    const kinds = ['event', 'job', 'push', 'tool']
    const firstOfKinds = kinds.map((kind) => recorded.find((entry) => entry['kind'] === kind))
    expect(firstOfKinds).toMatchObject([
      {
        kind: 'event',
        title: 'OrderTaken',
        outcome: 'done',
        facts: { listeners: 1, arguments: { id: 7, card: '[redacted]', size: '10' } },
        lines: [{ message: 'Order 7 was heard of.' }],
      },
      {
        kind: 'job',
        title: 'Confirm',
        outcome: 'failed',
        facts: { attempt: 1, arguments: { order: 7, token: '[redacted]' } },
        error: { message: 'There is no mail today.', file: 'src/orders.ts' },
      },
      {
        kind: 'push',
        title: 'Confirm',
        outcome: 'pushed',
        facts: { arguments: { order: 7, token: '[redacted]' } },
      },
      {
        kind: 'tool',
        title: 'find',
        facts: { arguments: { name: 'find', arguments: { name: 'Ada', password: '[redacted]' } } },
      },
    ])
  })

  test('masks secret headers and hidden fields, and shows validation errors', async () => {
    const body = { name: 'Ada', pin: '1', password: 'hush' }
    await post('/sign-ups', body, { authorization: 'Bearer hush', cookie: 'a=hush' })
    const text = JSON.stringify(await send(`/_fw/entries/${await newest()}`))
    expect(text).not.toMatch(/hush|"1"/)
    expect(JSON.parse(text)).toMatchObject({
      outcome: 422,
      facts: {
        body: { name: 'Ada', pin: '[redacted]', password: '[redacted]' },
        response: { body: { errors: { pin: ['must be at least 3 characters.'] } } },
      },
    })
  })

  test('keeps the last 200, and at most 16 KiB of a body', async () => {
    await post('/sign-ups', { name: 'x'.repeat(40_000), pin: '1234', password: 'p' })
    const id = await newest()
    const entry = JSON.stringify(await send(`/_fw/entries/${id}`))
    expect(entry.length).toBeLessThan(20_000)
    expect(await post('/_fw/send', { again: id })).toEqual({
      error: `The body of request ${id} was not kept: it is not text, or too long.`,
    })
    for (let count = 0; count < 200; count++) await send('/page')
    const ids = (await entries()).map((kept) => kept.id)
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([200, id + 200, id + 1])
  })

  test('lists routes with their source, services, and keys of the configuration without values', async () => {
    const text = JSON.stringify(await send('/_fw/state'))
    expect(text).not.toContain('hush')
    expect(JSON.parse(text)).toMatchObject({
      routes: expect.arrayContaining([
        {
          method: 'GET',
          path: '/hello/{name}',
          handler: 'Shop.hello',
          at: expect.stringMatching(/^src\/shop\.ts:\d+:\d+$/),
        },
      ]),
      services: expect.arrayContaining([{ name: 'Shop', lifetime: 'singleton' }]),
      configuration: expect.arrayContaining([{ key: 'SECRET_KEY', from: '.env' }]),
    })
  })

  test('sends a request again, with its secrets', async () => {
    const count = Number(await post('/sign-ups', { name: 'Ada', pin: '1234', password: 'hush' }))
    expect(await post('/_fw/send', { again: await newest() })).toMatchObject({
      status: 200,
      body: String(count + 1),
    })
  })

  test('refuses requests from elsewhere, and from pages of other origins', async () => {
    await app.text()
    const refused = {
      error:
        'The inspector only accepts requests from this machine, and not from pages of other origins.',
    }
    expect(await send('/_fw/state', { headers: { 'x-forwarded-for': '203.0.113.7' } })).toEqual(
      refused,
    )
    expect(await post('/_fw/send', { path: '/text' }, { origin: 'http://evil.example' })).toEqual(
      refused,
    )
    const served = await new FwProcess(app.root, [
      'serve',
      '--host=127.0.0.1',
      '--port=0',
    ]).address()
    expect((await fetch(`${served}/_fw/state`)).status).toBe(404)
  })

  test('has a reserved path', async () => {
    const root = temporaryApplication({
      'package.json': '{ "type": "module" }',
      'src/own.ts':
        "import { Get } from '@fw/core'\nexport class Own { @Get('/_fw/mine') mine(): void {} }",
    })
    expect(await runFw(root, ['routes'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'Own.mine: the path "/_fw/mine" cannot be used: /_fw is reserved for fw dev. Choose another path.',
      ),
    })
  })

  test('is a page that shows all records as text, and repeats requests', async (context) => {
    needsChromium(context)
    await restart()
    await send('/boom')
    await send('/hello/%3Cimg src=x onerror=alert(1)%3E')
    const { page, complaints } = await visit()
    await page.getByRole('link', { name: 'GET /boom' }).click()
    await expect.poll(() => page.textContent('#detail')).toContain('Error: It went wrong.')
    await page.getByRole('main').focus()
    expect(await page.getByRole('main').evaluate((view) => view.matches(':focus'))).toBe(true)
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => page.getByRole('link', { name: 'GET /boom' }).count()).toBe(2)
    await page.getByRole('link', { name: 'Routes' }).click()
    await expect.poll(() => page.textContent('#view')).toContain('GET /hello/{name}')
    expect(complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
  })

  test('filters, has an address for each entry, and closes it with Esc', async (context) => {
    needsChromium(context)
    await restart()
    await send('/boom')
    await send('/page')
    const { page } = await visit()
    const rows = page.locator('tbody tr:visible')
    await rows.nth(1).waitFor()
    await page.getByRole('searchbox').fill('BOO')
    await expect.poll(() => rows.allTextContents()).toEqual([expect.stringContaining('GET /boom')])
    await page.getByRole('searchbox').fill('nothing')
    await page.getByText('Nothing matches the filter.').waitFor()
    await page.getByRole('searchbox').fill('')

    await page.getByRole('link', { name: 'GET /boom' }).click()
    await page.getByRole('heading', { name: 'GET /boom' }).waitFor()
    const address = page.url()
    expect(address).toMatch(/\/_fw#\/entries\/1$/)
    await page.keyboard.press('Escape')
    await page.locator('#detail').waitFor({ state: 'hidden' })
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('GET /boom')
    await page.goto('about:blank')
    await page.goto(address)
    await page.getByRole('heading', { name: 'GET /boom' }).waitFor()
    await page.goBack()
    expect(await titles()).toEqual(['GET /page', 'GET /boom'])
  })

  test('copies a request as a curl command that repeats it, with its secrets', async (context) => {
    needsChromium(context)
    await restart()
    const body = { name: "Ada's", pin: '1234', password: 'hush' }
    await post('/sign-ups', body, { authorization: "Bearer o'clock" })
    const { page } = await visit()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('link', { name: 'POST /sign-ups' }).click()
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await page.getByText('Copied, with its secrets.').waitFor()
    const command = (await page.evaluate('navigator.clipboard.readText()')) as string
    expect(command).toContain("-H 'authorization: Bearer o'\\''clock'")
    expect((await promisify(execFile)('sh', ['-c', command])).stdout).toBe('2')
  })

  test('fits narrow screens, light and dark', async (context) => {
    needsChromium(context)
    await restart()
    await send(`/hello/${'long'.repeat(30)}`)
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await visit({ colorScheme, viewport: { width: 390, height: 800 } })
      await page.getByRole('link', { name: 'GET /hello' }).waitFor()
      const widest = `Math.max(...[document.documentElement, document.querySelector('main')].map((one) => one.scrollWidth))`
      expect(await page.evaluate(widest)).toBeLessThanOrEqual(390)
      await page.getByRole('link', { name: 'GET /hello' }).click()
      await page.getByRole('heading', { name: 'GET /hello' }).waitFor()
      expect(await page.evaluate(widest)).toBeLessThanOrEqual(390)
    }
  })
})

/** The entries that the inspector keeps, the newest first. */
async function entries(): Promise<{ id: number; kind: string; title: string }[]> {
  return (await send('/_fw/state'))['entries'] as never
}

async function titles(): Promise<string[]> {
  return (await entries()).map(({ title }) => title)
}

async function newest(): Promise<number> {
  return (await entries())[0]?.id ?? 0
}

let restarts = 0

/** Restarts the application, so that the inspector has no entries. */
async function restart(): Promise<void> {
  app.save(`restart ${++restarts}`)
  await expect.poll(titles).toEqual([])
}

/** Opens the inspector. */
async function visit(options: BrowserContextOptions = {}) {
  const page = await (await openChromium()).newPage(options)
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`${await app.address}/_fw`)
  return { page, complaints }
}

describe('the tools for agents', () => {
  async function connect(
    transport: StdioClientTransport | StreamableHTTPClientTransport,
  ): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(transport)
    onTestFinished(() => client.close())
    return client
  }

  async function call(client: Client, name: string, given: object = {}): Promise<string> {
    const result = await client.callTool({ name, arguments: { ...given } })
    return JSON.stringify(result.content)
  }

  test('show over HTTP and stdio what the application does', async () => {
    await restart()
    const address = await app.address
    const { port } = new URL(address)
    const program = {
      command: process.execPath,
      args: [fwProgram(app.root), 'mcp:dev', '--host=127.0.0.1', `--port=${port}`],
    }
    const clients = [
      await connect(new StreamableHTTPClientTransport(new URL(`${address}/_fw/mcp`))),
      await connect(new StdioClientTransport({ ...program, cwd: app.root })),
    ]
    for (const client of clients) {
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual([
        'check',
        'list_routes',
        'describe_route',
        'last_errors',
        'get_request',
        'read_log',
        'search_docs',
        'send_request',
      ])
      expect(await call(client, 'send_request', { method: 'GET', path: '/boom' })).toContain('500')
      expect(await call(client, 'send_request', { method: 'GET', path: 'boom' })).toContain(
        'The path must begin with',
      )
      expect(await call(client, 'last_errors', { limit: 1 })).toContain('It went wrong.')
      expect(await call(client, 'list_routes')).toContain('/hello/{name}')
      expect(
        await call(client, 'describe_route', { method: 'GET', path: '/hello/{name}' }),
      ).toContain('Greets somebody.')
      expect(await call(client, 'get_request', { id: 1 })).toContain('GET /boom')
      expect(await call(client, 'read_log')).toContain('A request failed.')
      expect(await call(client, 'search_docs', { query: 'CORS origins' })).toContain(
        '[security.md]',
      )
      expect(await call(client, 'check')).toContain('No errors found.')
    }
    expect((await entries()).map(({ kind }) => kind)).toEqual(['request', 'request'])
  })

  test('work without fw dev as far as possible', async () => {
    const root = temporaryApplication({
      'package.json': '{ "type": "module" }',
      'src/shop.ts': shop.replace('name: string): Promise', 'name: strnig): Promise'),
    })
    const program = {
      command: process.execPath,
      args: [fwProgram(root), 'mcp:dev', '--host=127.0.0.1', '--port=9'],
    }
    const client = await connect(new StdioClientTransport({ ...program, cwd: root }))
    expect(await call(client, 'check')).toContain('strnig')
    expect(await call(client, 'search_docs', { query: 'retry' })).toContain('.md]')
    expect(await call(client, 'list_routes')).toContain('No response from http://127.0.0.1:9.')
  })
})
