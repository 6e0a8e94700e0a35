import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serve } from 'fw/node'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryApplication } from '../temporary-application.ts'
import { documentOf, kernelOf } from './document-of.ts'
import { EchoController } from './fixtures/echo.ts'
import { OrderController } from './fixtures/shop.ts'

const controllers = [OrderController, EchoController]

/** A file of a package, from a file of it that can be resolved. */
function programOf(specifier: string, path: string): string {
  return fileURLToPath(new URL(path, import.meta.resolve(specifier)))
}

async function run(folder: string, words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: folder }).catch(
    (error: { stdout?: string; stderr?: string }) => {
      throw new Error(`${words.join(' ')}\n${error.stdout}\n${error.stderr}`, { cause: error })
    },
  )
  return stdout
}

/** Writes the document and a program that uses both generated clients, generates them, and checks their types. */
async function createClients(): Promise<string> {
  const document = await documentOf(controllers)
  const folder = temporaryApplication({
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'es2024',
        lib: ['es2024', 'dom', 'dom.iterable'],
        module: 'nodenext',
        strict: true,
        noEmit: true,
        allowImportingTsExtensions: true,
        types: ['node'],
      },
    }),
    'openapi.json': JSON.stringify(document),
    'program.ts': program,
  })
  await run(folder, [
    programOf('openapi-typescript/package.json', 'bin/cli.js'),
    'openapi.json',
    '--output=types.ts',
  ])
  await run(folder, [programOf('oazapfts', 'cli.js'), 'openapi.json', 'client.ts'])
  await run(folder, [programOf('typescript/package.json', 'bin/tsc'), '-p', '.'])
  return folder
}

const program = `import createClient from 'openapi-fetch'
import * as client from './client.ts'
import type { components, paths } from './types.ts'

const baseUrl = process.argv[2] ?? ''

const order: components['schemas']['CreateOrder'] = {
  email: 'a@b.co',
  lines: [{ sku: 'A-1', quantity: 2 }],
  address: { street: 'Way 1', postCode: '12345', country: 'DE' },
  payment: { kind: 'card', number: '1234' },
  priority: 'high',
  deliverAt: null,
  colour: 'red',
  labels: {},
}

const typed = createClient<paths>({ baseUrl })
const created = await typed.POST('/orders', { body: order })
const listed = await typed.GET('/orders', { params: { query: { status: 'closed', tags: ['x', 'y'] } } })
const refused = await typed.PUT('/orders/{number}/lines', {
  params: { path: { number: 1 } },
  body: [{ sku: 'wrong', quantity: 0 }],
})

client.defaults.baseUrl = baseUrl
const moved = await client.orderControllerMove('7', { street: 'Way 2', postCode: '54321' })
const uploaded = await client.orderControllerUpload('7', {
  title: 'cat',
  picture: new Blob(['x']),
  more: [new Blob(['y']), new Blob(['z'])],
})

console.log(
  JSON.stringify({
    total: created.data?.total,
    createdLine: created.data?.lines[0]?.sku,
    listed: listed.data?.total,
    refused: refused.error && 'errors' in refused.error ? refused.error.errors : undefined,
    country: moved.status === 200 ? moved.data.country : undefined,
    uploaded: uploaded.status === 200 ? uploaded.data : uploaded,
  }),
)
`

test('two generators make clients that compile and talk to the running application', async () => {
  const folder = await createClients()
  const server = await serve(kernelOf(controllers), { port: 0, host: '127.0.0.1' })
  onTestFinished(() => server.close())

  const output = await run(folder, [join(folder, 'program.ts'), `http://127.0.0.1:${server.port}`])

  expect(JSON.parse(output)).toEqual({
    total: 1,
    createdLine: 'A-1',
    listed: 2,
    refused: {
      '0.sku': ['must match the pattern ^[A-Z]-\\d+$.'],
      '0.quantity': ['must be greater than 0.'],
    },
    country: 'DE',
    uploaded: '7catnull',
  })
}, 60_000)
