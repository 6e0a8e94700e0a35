import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { basename } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findAddressUse } from '../../../src/http/adapters/server/address-holder.ts'
import { describeHolder } from '../../../src/http/adapters/server/address-use.ts'
import { freePort } from '../../support/free-port.ts'

async function listen(port: number, host: string): Promise<number> {
  const server = createServer()
  onTestFinished(() => void server.close())
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const holder = {
  pid: process.pid,
  program: basename(process.execPath),
  folder: process.cwd(),
}

test.runIf(process.platform === 'linux').each(['127.0.0.1', '::1'])(
  'the process that listens on %s is found',
  async (host) => {
    const port = await listen(0, host)
    expect((await findAddressUse(host, port)).holder).toEqual(holder)
  },
)

test('a free port has no holder', async () => {
  expect((await findAddressUse('127.0.0.1', await freePort())).holder).toBeUndefined()
})

test('the next port on which a server can listen is found', async () => {
  const port = await listen(0, '127.0.0.1')
  const { freePort: next } = await findAddressUse('127.0.0.1', port)
  expect(next).toBeGreaterThan(port)
  expect(await listen(next, '127.0.0.1')).toBe(next)
  expect((await findAddressUse('127.0.0.1', port)).freePort).toBeGreaterThan(next)
})

test('after the last port, the number after it is suggested', async () => {
  expect((await findAddressUse('127.0.0.1', 65_535)).freePort).toBe(65_536)
})

test('a process is described by its id, its program and its folder', () => {
  const process = { pid: 7, program: 'node', folder: '/shop' }
  expect(describeHolder(process, 'Another process')).toBe('Process 7 (node in /shop)')
  expect(describeHolder({ ...process, folder: '' }, 'Another process')).toBe('Process 7 (node)')
  expect(describeHolder(undefined, 'Another process')).toBe('Another process')
})
