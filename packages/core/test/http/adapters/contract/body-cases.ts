import { connect } from 'node:net'
import { expect } from 'vitest'
import { get, RawClient } from '../raw-client.ts'

type State = { readonly waiting: number; readonly outcomes: readonly string[] }

const multipart = 'multipart/form-data; boundary=b'
const opening = '--b\r\nContent-Disposition: form-data; name="document"; filename="a"\r\n\r\n'
const large = opening + 'x'.repeat(1_500_000)

/** By path: type, what is sent of the body, and what is missing. */
const reads: readonly (readonly [path: string, type: string, sent: string, rest: string])[] = [
  ['/late/json', 'application/json', '{"a":', '1}'],
  ['/late/json', 'application/x-www-form-urlencoded', 'a=', '1'],
  ['/late/files', multipart, large, '\r\n--b--\r\n'],
  ['/late/bytes', 'text/plain', 'x', 'y'],
  ['/late/text', 'text/plain', 'x', 'y'],
  ['/late/stream', 'text/plain', 'x', 'y'],
]

const truncated = 'HttpError: The request ended before its body was complete.'

/** The errors of reads after the client has disconnected, if the platform has them. */
const ofPlatform = new Set(['/late/text', '/late/stream'])

/** Clients that leave while something else is awaited, with half of their body sent, or all of it. */
export async function leftBeforeRead(port: number, others = ofPlatform): Promise<void> {
  const address = `http://127.0.0.1:${port}/late`
  const state = async () => (await (await fetch(address)).json()) as State
  for (const [path, type, sent, rest] of reads) {
    for (const isWhole of [false, true]) {
      const head = `Content-Type: ${type}\r\nContent-Length: ${sent.length + rest.length}\r\n`
      const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {})
      socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\n${head}\r\n${sent}${isWhole ? rest : ''}`)
      await expect.poll(state).toMatchObject({ waiting: 1 })
      socket.destroy()
      await new Promise((resolve) => socket.once('close', resolve))
      await fetch(`${address}/go`, { method: 'POST' })
      const settled = isWhole || others.has(path) ? [expect.any(String)] : [truncated]
      await expect
        .poll(async () => [path, await state()])
        .toEqual([path, { waiting: 0, outcomes: settled }])
    }
  }
}

const answers: Readonly<Record<string, string>> = {
  '/early/unread': '200 "unread"',
  '/early/cancel': '200 "cancel"',
  '/early/break': '200 "break"',
  '/early/throw': '418 {"error":"true"}',
  '/early/pipe': '418 {"error":"The sink is full."}',
  '/early/upstream': '200 "down"',
  '/early/keeps': '200 "keeps"',
  '/early/refused': '413 {"error":"The request body is over 4000000 bytes."}',
}

/**
 * Methods that stop reading a body early. Their connection is used again, or the response announces
 * that it closes.
 */
export async function leftByMethod(port: number): Promise<void> {
  for (const [path, expected] of Object.entries(answers)) {
    for (const size of [300_000, 5_000_000]) {
      if (path === '/early/refused' && size < 4_000_000) continue
      const client = await RawClient.connect(port)
      client.send(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n`)
      const first = await client.send('x'.repeat(size)).until(/\r\n\r\n[^]/)
      const [head = '', body = ''] = first.split('\r\n\r\n')
      expect([path, `${head.slice(9, 12)} ${body}`]).toEqual([path, expected])
      if (/^connection: close/im.test(head)) await client.untilClosed()
      else await client.send(get('/hello')).until(/\{"hello"/)
      client.socket.destroy()
    }
  }
}

/** Bodies that end early, with a declared length and in chunks. Their clients still read the response. */
export async function cutShort(port: number, status: '400' | ''): Promise<void> {
  for (const [path, type, sent] of reads) {
    const size = sent.length
    for (const [framing, body] of [
      [`Content-Length: ${size + 1}`, sent],
      ['Transfer-Encoding: chunked', `${(size + 1).toString(16)}\r\n${sent}`],
    ]) {
      const client = await RawClient.connect(port)
      const to = path.replace('/late', '/cut')
      const head = `Host: a\r\nContent-Type: ${type}\r\n${framing}\r\n`
      client.send(`POST ${to} HTTP/1.1\r\n${head}\r\n${body}`).socket.end()
      const response = await client.untilClosed()
      expect([to, framing, response.slice(9, 12)]).toEqual([to, framing, status])
    }
  }
}

/** Bodies whose chunks are malformed. Their parts arrive while they are read. */
export async function malformedChunks(port: number): Promise<void> {
  const address = `http://127.0.0.1:${port}/late`
  for (const [path, type, sent] of reads) {
    const client = await RawClient.connect(port)
    const head = `Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n`
    const chunk = `${sent.length.toString(16)}\r\n${sent}\r\n`
    client.send(`POST ${path} HTTP/1.1\r\nHost: a\r\n${head}\r\n${chunk}`)
    await expect.poll(async () => (await fetch(address)).json()).toMatchObject({ waiting: 1 })
    await fetch(`${address}/go`, { method: 'POST' })
    client.send('x\r\n')
    const response = await client.untilClosed()
    expect([path, response.slice(9, 12)]).toEqual([path, '400'])
  }
}

/** Bodies for which the time is over in the middle; their clients leave afterwards, or stay. */
export async function leftAfterTimeout(port: number): Promise<void> {
  const address = `http://127.0.0.1:${port}/late`
  for (const stays of [false, true]) {
    await fetch(`${address}/go`, { method: 'POST' })
    const clients = reads.map(async ([path, type, sent, rest]) => {
      const client = await RawClient.connect(port)
      const head = `Content-Type: ${type}\r\nContent-Length: ${sent.length + rest.length}\r\n`
      const to = path.replace('/late', '/timed')
      client.send(`POST ${to} HTTP/1.1\r\nHost: a\r\n${head}\r\n${sent}`)
      expect(await client.until(/too long[^]*$/)).toMatch(/^HTTP\/1\.1 503 /)
      if (!stays) client.socket.destroy()
      return client
    })
    const open = await Promise.all(clients)
    const settled = reads.map(() => 'settled')
    const state = async () => (await fetch(address)).json()
    await expect.poll(state).toEqual({ waiting: 0, outcomes: settled })
    for (const { socket } of open) socket.destroy()
  }
}

/** Each way to read a body, and the type of what is sent. */
const codedReads: readonly (readonly [path: string, type: string])[] = [
  ['/early/refused', 'application/json'],
  ['/early/refused', 'application/x-www-form-urlencoded'],
  ['/timed/files', multipart],
  ['/timed/bytes', 'text/plain'],
  ['/timed/text', 'text/plain'],
  ['/timed/stream', 'text/plain'],
]

/** Bodies in a transfer coding that is not decoded, and one in chunks alone. */
export async function codedBodies(port: number, status: 400 | 501): Promise<void> {
  for (const coding of ['gzip, chunked', 'gzip\r\nTransfer-Encoding: chunked']) {
    for (const [path, type] of codedReads) {
      const client = await RawClient.connect(port)
      const head = `Content-Type: ${type}\r\nTransfer-Encoding: ${coding}\r\n`
      client.send(`POST ${path} HTTP/1.1\r\nHost: a\r\n${head}\r\n2\r\n{}\r\n0\r\n\r\n`)
      const response = await client.until(/\r\n\r\n/)
      expect([path, coding, response.slice(9, 12)]).toEqual([path, coding, `${status}`])
      client.socket.destroy()
    }
  }
  const client = await RawClient.connect(port)
  const head = 'Content-Type: application/json\r\nTransfer-Encoding: Chunked\r\n'
  client.send(`POST /early/refused HTTP/1.1\r\nHost: a\r\n${head}\r\n2\r\n{}\r\n0\r\n\r\n`)
  expect(await client.until(/\{\}/)).toMatch(/^HTTP\/1\.1 200 /)
  client.socket.destroy()
}
