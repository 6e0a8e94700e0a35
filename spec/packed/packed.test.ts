import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../verifies.ts'
import { Installation } from './installation.ts'

const run = promisify(execFile)
const installation = new Installation()
const { application, nodes } = installation
const fw = join(application, 'node_modules/fw/bin/fw')
const production = { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'error' }

beforeAll(() => installation.install(), 300_000)
afterAll(() => installation.remove(), 60_000)

describe.each(nodes)('installed from the packed packages, on Node %s,', (version, node) => {
  test('the application passes its test', async () => {
    expect((await run(node, ['--version'])).stdout.trim()).toBe(`v${version}`)
    const vitest = join(application, 'node_modules/vitest/vitest.mjs')
    const env = { PATH: process.env['PATH'], CI: 'true', NO_COLOR: '1' }
    const { stdout } = await run(node, [vitest, 'run'], { cwd: application, env })
    expect(stdout).toMatch(/Tests +1 passed \(1\)/)
  }, 60_000)

  test('the application is built', async () => {
    const { stdout } = await run(node, [fw, 'build'], { cwd: application })
    expect(stdout).toBe('Built 3 modules in dist.\n')
  }, 60_000)
})

describe.each(nodes)('built and without development dependencies, on Node %s,', (_, node) => {
  beforeAll(() => installation.prune(), 60_000)

  verifies('packages.built-needs-no-transform', 'the application serves', async () => {
    expect(installation.packages()).not.toContain('@fw/transform')
    const server = spawn(node, [fw, 'serve', '--host=127.0.0.1', '--port=0'], {
      cwd: application,
      env: production,
    })
    const ended = once(server, 'exit')
    try {
      const address = await printed(server.stdout, /(?<=Listening on )http:\S+/)
      const create = (order: unknown) => post(`${address}/orders`, order)
      const lines = [{ sku: 'A', quantity: 2 }]
      expect(await create({ customer: 'ada@example.com', lines })).toEqual([
        201,
        { customer: 'ada@example.com', pieces: 2 },
      ])
      expect(await create({ customer: 'ada', lines: [{ sku: 'A', quantity: 0 }] })).toEqual([
        422,
        {
          errors: {
            customer: ['must be a valid email address.'],
            'lines.0.quantity': ['must be greater than 0.'],
          },
        },
      ])
      const shown = await fetch(`${address}/orders/7?currency=USD`)
      expect(await shown.json()).toEqual({ id: 7, currency: 'USD' })
      const document = await (await fetch(`${address}/openapi.json`)).json()
      expect(document).toMatchObject({ info: { version: '1.2.3' } })
      const call = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'order_total',
          arguments: { order: { customer: 'ada@example.com', lines } },
        },
      }
      const [, called] = await post(`${address}/mcp`, call)
      expect(called).toMatchObject({
        result: { structuredContent: { customer: 'ada@example.com', pieces: 2 } },
      })
    } finally {
      server.kill('SIGTERM')
    }
    expect((await ended)[0]).toBe(0)
  })

  test('the application runs its command', async () => {
    const options = { cwd: application, env: production }
    const { stdout } = await run(node, [fw, 'orders:tidy', '30'], options)
    expect(stdout).toBe('Tidied 30 days.\n')
  })

  test('a worker runs the job that a command has pushed', async () => {
    const stored = { QUEUE_CONNECTION: 'database', DB_NAME: join(installation.root, 'jobs.sqlite') }
    const options = { cwd: application, env: { ...production, ...stored } }
    await run(node, [fw, 'receipts:send', '7'], options)
    const worker = spawn(node, [fw, 'queue:work'], options)
    const ended = once(worker, 'exit')
    try {
      expect(await printed(worker.stdout, /Receipt of .*/)).toBe('Receipt of order 7.')
    } finally {
      worker.kill('SIGTERM')
    }
    expect((await ended)[0]).toBe(0)
  })
})

describe.each(nodes)('built, on Node %s,', (_, node) => {
  test('the application answers in Lambda', async () => {
    const event = {
      version: '2.0',
      rawPath: '/orders/7',
      rawQueryString: 'currency=USD',
      headers: {},
      requestContext: { http: { method: 'GET' } },
      isBase64Encoded: false,
    }
    const program = `import { handler } from './dist/lambda.js'
console.log(JSON.stringify(await handler(${JSON.stringify(event)})))`
    const words = ['--input-type=module', '--eval', program]
    const { stdout } = await run(node, words, { cwd: application, env: production })
    expect(JSON.parse(stdout)).toMatchObject({
      statusCode: 200,
      body: '{"id":7,"currency":"USD"}',
    })
  })
})

describe('what is installed with fw', () => {
  test('is at most 5 packages of its own choice, and 3 MB', () => {
    const manifest = join(application, 'node_modules/fw/package.json')
    const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8'))
    expect(Object.keys(dependencies).length).toBeLessThanOrEqual(5)
    expect(installation.size()).toBeLessThan(3_000_000)
  })
})

async function post(address: string, body: unknown): Promise<[number, unknown]> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(body),
  })
  return [response.status, await response.json()]
}

/** The first thing that a program prints in this form. */
async function printed(output: NodeJS.ReadableStream, form: RegExp): Promise<string> {
  let text = ''
  for await (const chunk of output) {
    text += String(chunk)
    const [found] = form.exec(text) ?? []
    if (found !== undefined) return found
  }
  throw new Error(`No ${String(form)} in ${text}`)
}
