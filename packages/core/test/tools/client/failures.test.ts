import { beforeEach, expect, test } from 'vitest'
import { calls, DeskController } from './fixtures/desk.ts'
import { type Loaded, served, writtenClient } from './written-client.ts'

let loaded: Loaded
let baseUrl: string
let api: Loaded

beforeEach(async () => {
  loaded = await (await writtenClient([DeskController])).load()
  calls.count = 0
  calls.headers.length = 0
  baseUrl = await served([DeskController])
  api = loaded.createClient({ baseUrl }).desk
})

const stamp = { text: 'ab', place: { 'street name': 'x' } }

test('safe returns each failure as a value with its kind', async () => {
  expect(await api.stamp.safe({ body: stamp })).toMatchObject({ kind: 'ok', status: 200 })
  expect(await api.stamp.safe({ body: { ...stamp, text: 'late' } })).toMatchObject({
    kind: 'error',
    status: 409,
    body: { reason: 'late', hours: 2 },
  })
  const wrong = { text: 'a', place: {}, lines: [{ sku: 'x', quantity: 1 }, { sku: 1 }] }
  expect(await api.stamp.safe({ body: wrong })).toMatchObject({
    kind: 'validation',
    errors: {
      'place.street name': ['is required.'],
      'lines.1.sku': ['must be a string.'],
      'lines.1.quantity': ['is required.'],
    },
  })
  expect(await api.stamp.safe({ body: { ...stamp, text: 'teapot' } })).toMatchObject({
    kind: 'unexpected',
    status: 418,
    body: { error: 'A teapot.' },
  })
  expect(await api.pretends.safe()).toMatchObject({
    kind: 'unexpected',
    status: 200,
    body: '<p>page</p>',
  })
  expect(await api.slow.safe({}, { timeout: '30ms' })).toMatchObject({ kind: 'timeout' })
  await expect(api.slow({}, { timeout: '30ms' })).rejects.toThrow('GET /slow: timeout after 30ms')
  const signal = AbortSignal.abort()
  expect(await api.slow.safe({}, { signal })).toMatchObject({ kind: 'aborted' })
  const nowhere = { client: { baseUrl: 'http://127.0.0.1:1' } }
  const { desk } = loaded
  expect(await desk.slow.safe({}, nowhere)).toMatchObject({ kind: 'network' })
})

test('a call throws an ApiError typed by its operation', async () => {
  const thrown = await api.stamp({ body: { ...stamp, text: 'late' } }).catch((e: unknown) => e)
  expect(thrown).toBeInstanceOf(loaded.ApiError)
  expect(thrown).toBeInstanceOf(Error)
  expect(thrown.message).toBe('POST /stamps: 409 {"reason":"late","hours":2}')
  expect(loaded.desk.stamp.isError(thrown)).toBe(true)
  expect(api.slow.isError(thrown)).toBe(false)
  expect(api.stamp.isError(new Error('x'))).toBe(false)
  expect(api.stamp.isError(undefined)).toBe(false)
})

test('the keys of a 422 are those of its input', async () => {
  const program = `
    import type { Client } from './client/index.js'
    export async function tell(api: Client): Promise<unknown> {
      const made = await api.desk.stamp.safe({ body: { text: 'a', place: { 'street name': 'b' } } })
      if (made.kind === 'error') {
        if (made.status === 409) return made.body.reason satisfies 'late' | 'early'
        return made.body.error.length
      }
      if (made.kind !== 'validation') return made
      const found: readonly string[] | undefined = made.errors['lines.0.sku']
      void [found, made.errors.text, made.errors['place.street name'], made.errors['labels.x']]
      void [made.errors['inside.lines.0.sku']]
      // @ts-expect-error misspelt
      void made.errors['lines.0.skuu']
      // @ts-expect-error misspelt
      void made.errors.texts
      return undefined
    }
    export function told(api: Client, error: unknown): string {
      if (!api.desk.stamp.isError(error)) return 'another'
      if (error.kind === 'validation') return String(error.errors['lines.7.quantity'])
      // @ts-expect-error misspelt
      if (error.kind === 'validation') return String(error.errors['lines.7.quantities'])
      return error.kind === 'error' && error.status === 409 ? error.body.reason : error.message
    }`
  const { compile } = await writtenClient([DeskController], { 'main.ts': program })
  expect(await compile()).toBe('')
})

test('GET and PUT are sent again while the server is not ready', async () => {
  expect(await api.flaky({ until: 3, status: 503 }, { retry: 2 })).toBe(3)
  calls.count = 0
  expect(await api.putFlaky({ until: 2, status: 429 }, { retry: 1 })).toBe(2)
  calls.count = 0
  expect(await api.flaky.safe({ until: 3, status: 503 }, { retry: 1 })).toMatchObject({
    kind: 'unexpected',
    status: 503,
  })
  calls.count = 0
  await api.flaky.safe({ until: 3, status: 500 }, { retry: 5 })
  expect(calls.count).toBe(1)
})

test('a POST is only sent again with an Idempotency-Key', async () => {
  await api.postFlaky.safe({ until: 3, status: 503 }, { retry: 5 })
  expect(calls.count).toBe(1)
  calls.count = 0
  const options = { retry: 5, headers: { 'Idempotency-Key': 'k' } }
  expect(await api.postFlaky({ until: 3, status: 503 }, options)).toBe(3)
  expect(calls.headers.slice(1)).toEqual(['k', 'k', 'k'])
})

test('Retry-After sets the waiting time, and the call fails if it is longer than a minute', async () => {
  const start = performance.now()
  expect(await api.flaky({ until: 2, status: 503, after: '1' }, { retry: 1 })).toBe(2)
  expect(performance.now() - start).toBeGreaterThan(990)
  calls.count = 0
  const late = { until: 2, status: 503, after: '61' }
  expect(await api.flaky.safe(late, { retry: 1 })).toMatchObject({ status: 503 })
  const date = new Date(Date.now() + 3_600_000).toUTCString()
  calls.count = 0
  await api.flaky.safe({ ...late, after: date }, { retry: 1 })
  expect(calls.count).toBe(1)
})

test('a signal ends the wait for the next attempt', async () => {
  const signal = AbortSignal.timeout(50)
  const input = { until: 2, status: 503, after: '59' }
  expect(await api.flaky.safe(input, { retry: 1, signal })).toMatchObject({ kind: 'aborted' })
})

test('headers are computed before each attempt, and those of the call take precedence', async () => {
  let count = 0
  const headers = async () => ({ authorization: `token ${++count}`, 'x-trace': undefined })
  const bound = loaded.createClient({ baseUrl, headers })
  expect(await bound.desk.headers()).toBe('token 1 null')
  const own = { headers: new Headers({ 'X-Trace': 'b', authorization: 'own' }) }
  expect(await bound.desk.headers({}, own)).toBe('own b')
})

test('headers that cannot be computed are a failure, and not a rejection of safe', async () => {
  const headers = () => Promise.reject(new Error('No token.'))
  const bound = loaded.createClient({ baseUrl, headers })
  expect(await bound.desk.headers.safe()).toMatchObject({ kind: 'network' })
  await expect(bound.desk.headers()).rejects.toThrow('GET /headers: network No token.')
  const invalid = { headers: { 'not a name': 'a' } }
  expect(await api.postFlaky.safe({ until: 3, status: 503 }, invalid)).toMatchObject({
    kind: 'network',
  })
})

test('a placeholder value that a path cannot contain throws', async () => {
  const { version } = loaded.desk
  const at = new Date(0)
  expect(version.url({ name: 'a b/c?', version: at })).toBe(
    '/files/a%20b%2Fc%3F/versions/1970-01-01T00%3A00%3A00.000Z',
  )
  expect(await api.version({ name: 'ä %/', version: at })).toBe('ä %/ 1970-01-01T00:00:00.000Z')
  for (const name of ['', '.', '..', null, undefined]) {
    expect(() => version.url({ name, version: at })).toThrow('{name} cannot be')
    await expect(api.version({ name, version: at })).rejects.toThrow('{name} cannot be')
  }
  expect(api.version.url({ name: 'a', version: at })).toContain(`${baseUrl}/files/a/`)
})

test('without a client and a page, the error of a call says what it needs', async () => {
  await expect(loaded.desk.slow()).rejects.toThrow('Pass createClient a baseUrl.')
})

test('a response without a body is undefined', async () => {
  expect(await api.nothing()).toBeUndefined()
  expect(await api.maybe()).toBeUndefined()
  expect(await api.maybe({ there: true })).toEqual({ text: 'there' })
  expect(await (await api.page()).text()).toBe('<p>page</p>')
})

test('an invalid duration is reported', async () => {
  const { kind, cause } = await api.maybe.safe({}, { timeout: '5 s' })
  expect([kind, String(cause)]).toEqual(['network', 'TypeError: "5 s" is not a duration.'])
})
