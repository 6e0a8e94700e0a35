/** The requests of every client. A list is not a constant: clients take mutable lists. */
export const inputs = `export const order = {
  email: 'a@b.co',
  lines: [{ sku: 'A-1', quantity: 2 }],
  address: { street: 'Way 1', postCode: '12345' },
  payment: { kind: 'invoice' as const, days: 3 },
  priority: 'high' as const,
  deliverAt: null,
  position: [1, 2] as [number, number],
}
export const search = {
  words: ['a', 'b c'],
  weights: [10 as const],
  mood: 'fine' as const,
  limit: 5,
}
export const wrong = [{ sku: 'wrong', quantity: 0 }]
export const picture = new File(['x'], 'x.txt')
`

const openapiTypescript = `import createClient from 'openapi-fetch'
import { order, picture, search, wrong } from './inputs.ts'
import type { components, paths } from './openapi-typescript.ts'

const typed: components['schemas']['CreateOrder'] = order

export async function run(baseUrl: string) {
  const client = createClient<paths>({ baseUrl })
  const created = await client.POST('/orders', { body: typed })
  const found = await client.GET('/notes', { params: { query: search } })
  const refused = await client.PUT('/orders/{number}/lines', {
    params: { path: { number: 1 } },
    body: wrong,
  })
  const moved = await client.GET('/notes/{id}', { params: { path: { id: 2 } } })
  const missing = await client.GET('/notes/{id}', { params: { path: { id: 3 } } })
  const removed = await client.DELETE('/notes/{id}', { params: { path: { id: 5 } } })
  const uploaded = await client.POST('/orders/{id}/pictures', {
    params: { path: { id: '7' } },
    // A file is text in these types.
    body: { title: 'cat', picture: picture.name },
    bodySerializer: ({ title }) => {
      const form = new FormData()
      form.append('title', title)
      form.append('picture', picture)
      return form
    },
  })
  return {
    sku: created.data?.lines[0]?.sku,
    found: found.data,
    refused: refused.error && 'errors' in refused.error && refused.error.errors['0.quantity'],
    moved: moved.data?.text,
    missing: missing.error && 'error' in missing.error && missing.error.error,
    removed: removed.response.status,
    uploaded: uploaded.data,
  }
}
`

const heyApi = `import { client } from './hey-api/client.gen.ts'
import * as sdk from './hey-api/sdk.gen.ts'
import { order, picture, search, wrong } from './inputs.ts'

export async function run(baseUrl: string) {
  client.setConfig({ baseUrl })
  const created = await sdk.orderControllerCreate({ body: order })
  const found = await sdk.noteControllerSearch({ query: search })
  const asked = { path: { number: 1 }, body: wrong }
  const refusedHere = await sdk.orderControllerReplaceLines(asked)
  if (!refusedHere.error) throw new Error('The validator of requests lets a wrong line pass.')
  const refused = await sdk.orderControllerReplaceLines({ ...asked, requestValidator: undefined })
  const moved = await sdk.noteControllerShow({ path: { id: 2 } })
  const missing = await sdk.noteControllerShow({ path: { id: 3 } })
  const removed = await sdk.noteControllerRemove({ path: { id: 5 } })
  const uploaded = await sdk.orderControllerUpload({
    path: { id: '7' },
    body: { title: 'cat', picture, more: [picture, picture] },
    // The validator takes a file for text.
    requestValidator: undefined,
  })
  return {
    sku: created.data?.lines[0]?.sku,
    found: found.data,
    refused: refused.error && 'errors' in refused.error && refused.error.errors['0.quantity'],
    moved: moved.data?.text,
    missing: missing.error && 'error' in missing.error && missing.error.error,
    removed: removed.response?.status,
    uploaded: uploaded.data,
  }
}
`

/** The clients of oazapfts and orval have the same functions. */
const functions = (module: string, prepare: string) => `import * as client from './${module}.ts'
import { order, picture, search, wrong } from './inputs.ts'

export async function run(baseUrl: string) {
  ${prepare}
  const created = await client.orderControllerCreate(order)
  const found = await client.noteControllerSearch(search)
  const refused = await client.orderControllerReplaceLines(1, wrong)
  const moved = await client.noteControllerShow(2)
  const missing = await client.noteControllerShow(3)
  const removed = await client.noteControllerRemove(5)
  const uploaded = await client.orderControllerUpload('7', {
    title: 'cat',
    picture,
    more: [picture, picture],
  })
  return {
    sku: created.status === 201 ? created.data.lines[0]?.sku : undefined,
    found: found.status === 200 ? found.data : undefined,
    refused: refused.status === 422 ? refused.data.errors['0.quantity'] : undefined,
    moved: moved.status === 200 ? moved.data.text : undefined,
    missing: missing.status === 404 ? missing.data.error : undefined,
    removed: removed.status,
    uploaded: uploaded.status === 200 ? uploaded.data : undefined,
  }
}
`

const swaggerTypescriptApi = `import { order, picture, search, wrong } from './inputs.ts'
import { Api, Mood, Priority, Weight } from './swagger-typescript-api.ts'

export async function run(baseUrl: string) {
  const api = new Api({ baseUrl })
  const created = await api.orders.orderControllerCreate({ ...order, priority: Priority.High })
  const found = await api.notes.noteControllerSearch({
    ...search,
    mood: Mood.Fine,
    weights: [Weight.Heavy],
  })
  const refused = await failureOf(api.orders.orderControllerReplaceLines(1, wrong))
  const moved = await api.notes.noteControllerShow(2)
  const missing = await failureOf(api.notes.noteControllerShow(3))
  const removed = await api.notes.noteControllerRemove(5)
  // The client sends no lists of files.
  const uploaded = await api.orders.orderControllerUpload('7', { title: 'cat', picture })
  return {
    sku: created.data.lines[0]?.sku,
    found: found.data,
    refused: refused.errors?.['0.quantity'],
    moved: moved.data.text,
    missing: missing.error,
    removed: removed.status,
    uploaded: uploaded.data,
  }
}

interface Failure {
  readonly error?: string
  readonly errors?: Record<string, string[]>
}

/** The client throws the response. */
async function failureOf(call: Promise<unknown>): Promise<Failure> {
  const thrown = await call.then(() => undefined, (response: { error: Failure }) => response.error)
  return thrown ?? {}
}
`

const kubb = `import { setConfig } from '@kubb/plugin-client/clients/axios'
import { order, picture, search, wrong } from './inputs.ts'
import * as client from './kubb/client.ts'

export async function run(baseURL: string) {
  // Lists are repeated keys.
  setConfig({ baseURL, paramsSerializer: { indexes: null } } as Parameters<typeof setConfig>[0])
  const created = await client.orderControllerCreate(order)
  const found = await client.noteControllerSearch(search)
  const refused = await failureOf(client.orderControllerReplaceLines(1, wrong))
  const moved = await client.noteControllerShow(2)
  const missing = await failureOf(client.noteControllerShow(3))
  const removed = await client.noteControllerRemove(5)
  const uploaded = await client.orderControllerUpload('7', {
    title: 'cat',
    picture,
    more: [picture, picture],
  })
  return {
    sku: created.data.lines[0]?.sku,
    found: found.data,
    refused: refused.errors?.['0.quantity'],
    moved: moved.data.text,
    missing: missing.error,
    removed: removed.status,
    uploaded: uploaded.data,
  }
}

interface Failure {
  readonly error?: string
  readonly errors?: Record<string, string[]>
}

/** The client throws the error of axios. */
async function failureOf(call: Promise<unknown>): Promise<Failure> {
  const thrown = await call.then(() => undefined, (error: { response?: { data: Failure } }) => error.response?.data)
  return thrown ?? {}
}
`

const typedOpenapi = `import { order, picture, search, wrong } from './inputs.ts'
import { createApiClient } from './typed-openapi.ts'

export async function run(baseUrl: string) {
  const api = createApiClient({ fetch: send }, baseUrl)
  const created = await api.post('/orders', { body: order })
  const found = await api.get('/notes', { query: search })
  // The client leaves out operations that are deprecated.
  const body = { ...order, lines: wrong }
  const refused = await api.post('/orders', { body, withResponse: true })
  const moved = await api.get('/notes/{id}', { path: { id: 2 } })
  const missing = await api.get('/notes/{id}', { path: { id: 3 }, withResponse: true })
  const removed = await api.delete('/notes/{id}', { path: { id: 5 }, withResponse: true })
  const uploaded = await api.post('/orders/{id}/pictures', {
    path: { id: '7' },
    // A file is a string in these types.
    body: { title: 'cat', picture: picture as never, more: [] },
  })
  return {
    sku: created.lines[0]?.sku,
    found,
    refused: refused.status === 422 ? refused.data.errors['lines.0.quantity'] : undefined,
    moved: moved.text,
    missing: missing.status === 404 ? missing.data.error : undefined,
    removed: removed.status,
    uploaded,
  }
}

type Send = Parameters<typeof createApiClient>[0]['fetch']

/** The client leaves it to its user to send a body. */
const send: Send = async ({ method, url, urlSearchParams, parameters, path }) => {
  if (urlSearchParams) url.search = urlSearchParams.toString()
  const body = parameters?.body
  if (body === undefined) return fetch(url, { method })
  if (path.endsWith('/pictures')) return fetch(url, { method, body: formOf(body as object) })
  const headers = { 'content-type': 'application/json' }
  return fetch(url, { method, headers, body: JSON.stringify(body) })
}

function formOf(body: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    for (const each of [value].flat()) form.append(name, each as string)
  }
  return form
}
`

const openapiClientAxios = `import { readFileSync } from 'node:fs'
import { OpenAPIClientAxios, type Document } from 'openapi-client-axios'
import { order, picture, search, wrong } from './inputs.ts'
import type { Client } from './openapi-client-axios.ts'

export async function run(baseURL: string) {
  const definition = JSON.parse(readFileSync('openapi.json', 'utf8')) as Document
  const api = new OpenAPIClientAxios({
    definition,
    // Lists are repeated keys.
    axiosConfigDefaults: {
      baseURL,
      validateStatus: () => true,
      paramsSerializer: { indexes: null },
    },
  })
  const client = await api.init<Client>()
  const created = await client.OrderController_create(null, order)
  const found = await client.NoteController_search(search)
  const refused = await client.OrderController_replaceLines({ number: 1 }, wrong)
  const moved = await client.NoteController_show({ id: 2 })
  const missing = await client.NoteController_show({ id: 3 })
  const removed = await client.NoteController_remove({ id: 5 })
  const form = new FormData()
  form.append('title', 'cat')
  form.append('picture', picture)
  const uploaded = await client.OrderController_upload({ id: '7' }, form as never)
  return {
    sku: created.data.lines[0]?.sku,
    found: found.data,
    refused: (refused.data as unknown as Failure).errors?.['0.quantity'],
    moved: moved.data.text,
    missing: (missing.data as unknown as Failure).error,
    removed: removed.status,
    uploaded: uploaded.data,
  }
}

interface Failure {
  readonly error?: string
  readonly errors?: Record<string, string[]>
}
`

/**
 * A program that makes the calls with the clients of these generators, and prints their responses.
 */
export function mainProgram(names: readonly string[]): string {
  const imports = names.map(
    (name, index) => `import * as client${index} from './${name}-program.ts'`,
  )
  const entries = names.map((name, index) => `  ${JSON.stringify(name)}: client${index},`)
  return `${imports.join('\n')}

const baseUrl = process.argv[2] ?? ''
const clients = {
${entries.join('\n')}
}
const answers: Record<string, unknown> = {}
for (const [name, { run }] of Object.entries(clients)) {
  answers[name] = await run(baseUrl).catch((error: unknown) => ({ error: String(error) }))
}
console.log(JSON.stringify(answers))
`
}

/** The program of each generated client, which makes the same calls as the others. */
export const programs: Readonly<Record<string, string>> = {
  'hey-api': heyApi,
  kubb,
  oazapfts: functions('oazapfts', 'client.defaults.baseUrl = baseUrl'),
  'openapi-client-axios': openapiClientAxios,
  'openapi-typescript': openapiTypescript,
  orval: functions('orval', '// The address stands in the generated client.\n  void baseUrl'),
  'swagger-typescript-api': swaggerTypescriptApi,
  'typed-openapi': typedOpenapi,
}
