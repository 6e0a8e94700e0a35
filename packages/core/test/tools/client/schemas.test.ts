import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as fc from 'fast-check'
import { createApp } from '@fw/core'
import { beforeEach, expect, test } from 'vitest'
import { runFw } from '../../support/fw-process.ts'
import { importableApplication } from '../../support/temporary-application.ts'
import { DeskController } from './fixtures/desk.ts'
import { FormsController } from './fixtures/forms.ts'
import { WorkshopController } from './fixtures/workshop.ts'
import { type Loaded, served, type TestClient, writtenClient } from './written-client.ts'

const controllers = [WorkshopController, DeskController, FormsController]
let client: TestClient
let schemas: Loaded

beforeEach(async () => {
  client = await writtenClient(controllers, {}, { schemas: true })
  schemas = (await import(pathToFileURL(join(client.folder, 'schemas.js')).href)) as Loaded
})

const part = { kind: 'part', sku: 'A-1', count: 2 }
const job = {
  name: 'shelf',
  email: 'ada@example.com',
  urgency: 'LOW',
  code: 'shelf-1',
  site: 'https://a.example/',
  id: '00000000-0000-0000-0000-000000000000',
  rate: 5,
  hours: 0.3,
  big: '12345678901234567890',
  tags: ['oak'],
  sizes: [1, 2],
  pair: ['a', 1],
  counts: { a: 1, b: 2 },
  byNumber: { 1: 'one' },
  made: { kind: 'kit', parts: [part] },
  either: 5,
  subjobs: [],
  note: null,
  at: '2026-11-22T12:00:00Z',
  day: '2026-11-22',
  user: 'user-7',
  bytes: 'AQID',
  anything: 5,
  labels: ['a'],
}

const odd: readonly unknown[] = [
  undefined,
  null,
  '',
  ' a ',
  'abcdefgh',
  'a@b.co',
  'high',
  '99',
  '2026-02-29T12:00:00Z',
  'user-1.5',
  'AQ',
  0,
  -1,
  0.3,
  0.25,
  9,
  10,
  true,
  [],
  ['a'],
  ['a', 'b'],
  ['', 'abcd', ' ', 'a'],
  [1, 1, 2],
  [1, 2, 3],
  {},
  { a: 'x', c: 1 },
  { '01': 'x', 2: 3 },
  part,
  { kind: 'part', sku: '', count: 0.5 },
  { kind: 'kit', parts: [] },
  { kind: 'kit', parts: [{ ...part, count: 10 }, null] },
  { kind: 'none' },
  { width: '1', deep: {} },
  [{ ...job, name: 'x' }],
  [{ ...job, subjobs: [{ ...job, tags: [] }, job] }],
]

const changes = fc.dictionary(fc.constantFrom(...Object.keys(job)), fc.constantFrom(...odd), {
  noNullPrototype: true,
})

/** Messages by field, as the server gives them. */
function messagesOf(schema: Loaded, value: unknown): Record<string, string[]> {
  const { issues = [] } = schema['~standard'].validate(value)
  const found: Record<string, string[]> = {}
  for (const { path, message } of issues as { path: PropertyKey[]; message: string }[]) {
    const key = path.map(String).join('.')
    found[key] = [...(found[key] ?? []), message]
  }
  return found
}

test('a form finds the same errors as the server, with the same messages', async () => {
  const address = await served(controllers)
  const sendRequest = async (path: string, init?: RequestInit) => {
    const response = await fetch(address + path, init)
    return response.ok ? {} : ((await response.json()) as Loaded)['errors']
  }
  const send = (path: string, body: unknown) =>
    sendRequest(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const { create, list, find } = schemas['workshop']
  let refused = 0
  await fc.assert(
    fc.asyncProperty(changes, async (changed) => {
      const body = { ...job, ...changed }
      const expected = await send('/jobs', body)
      if (Object.keys(expected).length > 0) refused += 1
      expect(messagesOf(create.body, body)).toEqual(expected)
    }),
    { numRuns: 250 },
  )
  expect(refused).toBeGreaterThan(120)
  const parts = [part, { kind: 'part' }, null]
  expect(messagesOf(schemas['workshop'].parts.body, parts)).toEqual(await send('/parts', parts))
  expect(messagesOf(list.query, { limit: 0, urgency: 'none' })).toEqual(
    await sendRequest('/jobs?limit=0&urgency=none'),
  )
  expect(messagesOf(list.query, {})).toEqual({})
  expect(messagesOf(find.query, { text: 'ab', page: null })).toEqual({})
  expect(messagesOf(find.query, { text: 'a' })).toEqual(await sendRequest('/jobs/found?text=a'))
})

test('a form uses the Messages of the application, in their first language', async () => {
  for (const own of [[], ['email', 'key', 'type.int', 'type.union']]) {
    const root = importableApplication({
      'package.json': '{ "type": "module", "fw": { "client": { "schemas": true } } }',
      'src/workshop.ts': readFileSync(join(import.meta.dirname, 'fixtures/workshop.ts'), 'utf8'),
      'src/texts.ts': `import { Messages, type MessageParameters } from '@fw/core'
export class Texts extends Messages {
  readonly locales = ['de', 'en']
  text(code: string, parameters: MessageParameters, locale: string): string | undefined {
    if (${JSON.stringify(own)}.includes(code)) return undefined
    return [locale, code, JSON.stringify(parameters)].join(' ')
  }
}`,
    })
    expect(await runFw(root, ['client'])).toMatchObject({ code: 0, stderr: '' })
    const file = join(root, 'client/schemas.js')
    const { workshop } = (await import(pathToFileURL(file).href)) as Loaded
    const { kernel } = await createApp(root)
    const send = async (body: unknown) => {
      const request = new Request('http://test/jobs', {
        method: 'POST',
        body: JSON.stringify(body),
      })
      const response = await kernel.fetch(request)
      return response.ok ? {} : ((await response.json()) as Loaded)['errors']
    }
    await fc.assert(
      fc.asyncProperty(changes, async (changed) => {
        const body = { ...job, ...changed }
        expect(messagesOf(workshop.create.body, body)).toEqual(await send(body))
      }),
      { numRuns: 120 },
    )
    const errors = await send({ ...job, name: 'x', email: 'x', pair: [], byNumber: { x: '' } })
    expect(errors).toEqual({
      name: ['wants 2 letters.'],
      email: [own.length > 0 ? 'must be a valid email address.' : 'de email {}'],
      pair: ['de min-items {"n":1}'],
      'byNumber.x': [own.length > 0 ? 'the key must be an integer.' : 'de key {}'],
    })
  }
})

test('values of the client are accepted, and returned unchanged', () => {
  const { create } = schemas['workshop']
  const value = {
    ...job,
    big: 12n,
    sizes: new Set([1]),
    byNumber: new Map([[1, 'one']]),
    at: new Date(0),
    day: Temporal.PlainDate.from('2026-11-22'),
    bytes: new Uint8Array(3),
  }
  const checked = create.body['~standard'].validate(value)
  expect(checked.issues).toBeUndefined()
  expect(checked.value).toBe(value)
  const wrong = {
    ...value,
    at: new Date(Number.NaN),
    sizes: new Set([1, 2, 3]),
    byNumber: new Map([['x', 'y']]),
  }
  expect(messagesOf(create.body, wrong)).toEqual({
    at: ['must be a date-time.'],
    sizes: ['must have at most 2 elements.'],
    'byNumber.x': ['the key must be an integer.'],
  })
})

test('constraints that only the server checks are listed', () => {
  const declared = readFileSync(join(client.folder, 'schemas.d.ts'), 'utf8')
  expect(declared).toContain('/** Only checked by the server: Job.fits, Job.word (Palindrome) */')
  expect(readFileSync(join(client.folder, 'schemas.js'), 'utf8')).not.toContain('fitsundefined')
  expect(declared).toContain('Forms.amount (Amount), Forms.colour (z.infer<typeof colourSchema>)')
})

test('schemas are typed', async () => {
  const program = `
    import type { StandardSchemaV1 } from '@standard-schema/spec'
    import type { Job } from './client/index.js'
    import { workshop } from './client/schemas.js'
    export const schema: StandardSchemaV1<Job> = workshop.create.body
    export const query: StandardSchemaV1<{ readonly text: string; readonly page?: number | null | undefined }> = workshop.find.query
    const { issues } = workshop.create.body['~standard'].validate({})
    export const message: string | undefined = issues?.[0]?.message
    // @ts-expect-error a job is no part
    export const wrong: StandardSchemaV1<{ readonly sku: Date }> = workshop.create.body`
  const typed = await writtenClient(controllers, { 'main.ts': program }, { schemas: true })
  expect(await typed.compile({ skipLibCheck: true })).toBe('')
  const alone = await writtenClient(controllers, {}, { schemas: true })
  expect(await alone.compile()).toBe('')
})
