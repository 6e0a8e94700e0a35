import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inRepositoryCopy } from '../../support/temporary-application.ts'
import {
  codedBodies,
  cutShort,
  leftAfterTimeout,
  leftBeforeRead,
  leftByMethod,
  malformedChunks,
} from './contract/body-cases.ts'
import { post, RawClient } from './raw-client.ts'
import { ServingProcess } from './serving-process.ts'

const program = inRepositoryCopy('packages/core/test/http/adapters/fixtures/bodies-server.ts')

/** Those that fetch keeps open between its requests. */
const fetchConnections = 2

let folder: string
let server: ServingProcess

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fw-left-bodies-'))
  server = await ServingProcess.start(folder, program)
})

afterEach(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Expects a process that lives, and holds nothing of what was sent. */
async function expectNothingLeft(descriptors: number): Promise<void> {
  await expect.poll(() => readdirSync(folder)).toEqual([])
  // A file handle that is collected ends the process.
  await expect
    .poll(async () => (await server.usage()).descriptors)
    .toBeLessThanOrEqual(descriptors + fetchConnections)
  expect(server.end).toBeUndefined()
}

test('a client that disconnects before its body is read blocks nothing', async () => {
  await fetch(`http://127.0.0.1:${server.port}/hello`)
  const { descriptors } = await server.usage()
  await leftBeforeRead(server.port, new Set())
  await expectNothingLeft(descriptors)
})

test('a body that ends early is rejected however it is read', () => cutShort(server.port, '400'))

test('a body whose chunks are malformed is rejected however it is read', () =>
  malformedChunks(server.port))

test('a connection is reused after a body that was not read', async () => {
  await leftByMethod(server.port)
  expect(server.end).toBeUndefined()
})

test('an upload that takes too long is rejected and removed', async () => {
  await fetch(`http://127.0.0.1:${server.port}/hello`)
  const { descriptors } = await server.usage()
  await leftAfterTimeout(server.port)
  await expectNothingLeft(descriptors)
})

test('a response before the end of the body reaches the client before its connection is closed', async () => {
  const body = Buffer.alloc(5_000_000, 'x')
  const options = { port: server.port, method: 'POST', agent: false } as const
  for (const [path, status] of [
    ['/early/refused', 413],
    ['/early/unread', 200],
    ['/nowhere', 404],
  ] as const) {
    for (let count = 0; count < 10; count += 1) {
      const length = count % 2 === 0 ? { 'content-length': body.length } : {}
      const sent = request({ ...options, path, headers: length }).end(body)
      const closed = once(sent, 'close')
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      response.resume()
      await closed
      expect([path, response.statusCode]).toEqual([path, status])
    }
  }
})

test('a request after the last response of a connection is not handled', async () => {
  const client = await RawClient.connect(server.port)
  client.send(`POST /early/unread HTTP/1.1\r\nHost: a b\r\nContent-Length: 300000\r\n\r\n`)
  await client.until(/Host header[^]*$/)
  client.send('x'.repeat(300_000)).send(post('/late/go', ''))
  expect(await client.untilClosed()).toMatch(/^HTTP\/1\.1 400 (?![^]*HTTP\/1\.1)/)
})

test('a body with a transfer coding is rejected however it is read', () =>
  codedBodies(server.port, 501))
