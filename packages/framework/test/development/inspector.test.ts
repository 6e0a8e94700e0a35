import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifies } from '../../../../spec/verifies.ts'
import { launchChromium, needsChromium } from '../chromium.ts'
import { FwProcess, runFw } from '../fw-process.ts'
import { temporaryApplication } from '../temporary-application.ts'
import { Developed } from './developed.ts'

const shop = `import { DatabaseSync } from 'node:sqlite'
import { Query } from '@fw/query'
import { Body, Get, Hide, HttpError, Logger, McpTool, MinLength, Post } from 'fw'

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

const work = `import { Container, EventDispatcher, Listener, Logger, McpTool, Post, Sensitive, type int } from 'fw'
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

function start(): Developed {
  return new Developed({
    'src/shop.ts': shop,
    '.env': 'SECRET_KEY=hush\nLOG_LEVEL=info\nFW_LOG_REDACT=iban',
  })
}

async function ask(app: Developed, path: string, init?: RequestInit): Promise<Shown> {
  return (await fetch(`${await app.address}${path}`, init)).json() as Promise<Shown>
}

function post(app: Developed, path: string, body: unknown, headers = {}): Promise<Shown> {
  const init = { method: 'POST', body: JSON.stringify(body) }
  return ask(app, path, { ...init, headers: { 'content-type': 'application/json', ...headers } })
}

/** JSON of which a test knows the form. */
type Shown = Record<string, never>

describe('the inspector', () => {
  verifies(
    'dev.inspector',
    'tells of a request its arguments, statements, lines, duration and answer',
    async () => {
      const app = start()
      await ask(app, '/hello/Ada?token=hush&iban=hush&id_token=hush&page=2')
      expect(await ask(app, '/_fw/entries/1')).toEqual({
        id: 1,
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
          answer: {
            headers: expect.arrayContaining([['content-type', 'application/json']]),
            body: [],
            aborted: false,
          },
        },
      })
    },
  )

  test('tells of events, pushes, jobs and calls what they were given, without secrets', async () => {
    const app = new Developed({ 'src/orders.ts': work, '.env': 'QUEUE_CONNECTION=memory' })
    await app.get('/text')
    await post(app, '/orders', {}).catch(() => undefined)
    const call = { name: 'find', arguments: { name: 'Ada', password: 'hush' } }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }
    await post(app, '/mcp', message, { accept: 'application/json, text/event-stream' })
    const entries = async () => {
      const { entries: all } = (await ask(app, '/_fw/state')) as unknown as {
        entries: { id: number; kind: string; outcome?: string }[]
      }
      const others = all.filter(({ kind }) => kind !== 'request')
      return Promise.all(others.map(({ id }) => ask(app, `/_fw/entries/${id}`)))
    }
    const ended = async () => (await entries()).filter((entry) => 'outcome' in entry).length
    await expect.poll(ended, { timeout: 10_000 }).toBe(4)
    const told = await entries()
    expect(JSON.stringify(told)).not.toContain('hush')
    const kinds = ['event', 'job', 'push', 'tool']
    const ofKinds = kinds.map((kind) => told.find((entry) => entry['kind'] === kind))
    expect(ofKinds).toMatchObject([
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

  test('masks secret headers and hidden fields, and shows what was not valid', async () => {
    const app = start()
    const body = { name: 'Ada', pin: '1', password: 'hush' }
    await post(app, '/sign-ups', body, { authorization: 'Bearer hush', cookie: 'a=hush' })
    const text = JSON.stringify(await ask(app, '/_fw/entries/1'))
    expect(text).not.toMatch(/hush|"1"/)
    expect(JSON.parse(text)).toMatchObject({
      outcome: 422,
      facts: {
        body: { name: 'Ada', pin: '[redacted]', password: '[redacted]' },
        answer: { body: { errors: { pin: ['must be at least 3 characters.'] } } },
      },
    })
  })

  test('keeps the last 200, and at most 16 KiB of a body', async () => {
    const app = start()
    await post(app, '/sign-ups', { name: 'x'.repeat(40_000), pin: '1234', password: 'p' })
    const entry = JSON.stringify(await ask(app, '/_fw/entries/1'))
    expect(entry.length).toBeLessThan(20_000)
    expect(await post(app, '/_fw/send', { again: 1 })).toEqual({
      error: 'The body of request 1 was not kept: it is no text, or too long.',
    })
    for (let count = 0; count < 200; count++) await ask(app, '/page')
    const { entries } = (await ask(app, '/_fw/state')) as unknown as { entries: { id: number }[] }
    expect([entries.length, entries[0]?.id, entries.at(-1)?.id]).toEqual([200, 201, 2])
  })

  test('lists routes with their source, services, and keys of the configuration without values', async () => {
    const app = start()
    const text = JSON.stringify(await ask(app, '/_fw/state'))
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
    const app = start()
    await post(app, '/sign-ups', { name: 'Ada', pin: '1234', password: 'hush' })
    expect(await post(app, '/_fw/send', { again: 1 })).toMatchObject({ status: 200, body: '2' })
  })

  test('answers nobody from elsewhere, and no page of another origin', async () => {
    const app = start()
    await app.answers('first')
    const refused = { error: 'The inspector answers on this machine alone.' }
    expect(await ask(app, '/_fw/state', { headers: { 'x-forwarded-for': '203.0.113.7' } })).toEqual(
      refused,
    )
    expect(
      await post(app, '/_fw/send', { path: '/text' }, { origin: 'http://evil.example' }),
    ).toEqual(refused)
    const served = await new FwProcess(app.root, [
      'serve',
      '--host=127.0.0.1',
      '--port=0',
    ]).address()
    expect((await fetch(`${served}/_fw/state`)).status).toBe(404)
  })

  test('has its path for itself', async () => {
    const root = temporaryApplication({
      'package.json': '{ "type": "module" }',
      'src/own.ts':
        "import { Get } from 'fw'\nexport class Own { @Get('/_fw/mine') mine(): void {} }",
    })
    expect(await runFw(root, ['routes'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'Own.mine: the path "/_fw/mine" cannot be used: /_fw is reserved for fw dev. Choose another path.',
      ),
    })
  })

  test('is a page that shows what happens as text, and sends again', async (context) => {
    needsChromium(context)
    const app = start()
    await ask(app, '/boom')
    await ask(app, '/hello/%3Cimg src=x onerror=alert(1)%3E')
    const page = await (await launchChromium()).newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${await app.address}/_fw`)
    await page.getByRole('button', { name: 'GET /boom' }).click()
    await expect.poll(() => page.textContent('#detail')).toContain('Error: It went wrong.')
    await page.getByRole('main').focus()
    expect(await page.getByRole('main').evaluate((view) => view.matches(':focus'))).toBe(true)
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'GET /boom' }).count()).toBe(2)
    await page.getByRole('button', { name: 'Routes' }).click()
    await expect.poll(() => page.textContent('#view')).toContain('GET /hello/{name}')
    expect(complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
  })
})

describe('the tools for agents', () => {
  const fw = fileURLToPath(new URL('../../bin/fw', import.meta.url))

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

  verifies('dev.mcp', 'tell over HTTP and standard input what the application does', async () => {
    const app = start()
    const address = await app.address
    const { port } = new URL(address)
    const program = {
      command: process.execPath,
      args: [fw, 'mcp:dev', '--host=127.0.0.1', `--port=${port}`],
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
      expect(await call(client, 'check')).toContain('Nothing is wrong.')
    }
    const { entries } = (await ask(app, '/_fw/state')) as unknown as {
      entries: { kind: string }[]
    }
    expect(entries.map(({ kind }) => kind)).toEqual(['request', 'request'])
  })

  test('work without fw dev as far as they can', async () => {
    const root = temporaryApplication({
      'package.json': '{ "type": "module" }',
      'src/shop.ts': shop.replace('name: string): Promise', 'name: strnig): Promise'),
    })
    const program = {
      command: process.execPath,
      args: [join(fw), 'mcp:dev', '--host=127.0.0.1', '--port=9'],
    }
    const client = await connect(new StdioClientTransport({ ...program, cwd: root }))
    expect(await call(client, 'check')).toContain('strnig')
    expect(await call(client, 'search_docs', { query: 'retry' })).toContain('.md]')
    expect(await call(client, 'list_routes')).toContain('Nothing answers at http://127.0.0.1:9.')
  })
})
