import { connect as connectTcp } from 'node:net'
import Pusher from 'pusher'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { SocketServer } from '../src/socket-server/socket-server.ts'
import { connect, credentials, eventually, subscribe } from './live.ts'

let server: SocketServer
let port: number

beforeEach(async () => {
  server = new SocketServer(credentials)
  port = await server.listen(0)
})

afterEach(() => server.close())

function publisher(overrides: Partial<typeof credentials> = {}): Pusher {
  return new Pusher({
    ...credentials,
    ...overrides,
    host: '127.0.0.1',
    port: String(port),
    useTLS: false,
  })
}

/** Collects what the server sends to a bare socket. */
async function open(
  path: string,
): Promise<{ socket: WebSocket; received: { event: string; data: string }[] }> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`)
  const received: { event: string; data: string }[] = []
  socket.on('message', (message) => received.push(JSON.parse(String(message))))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return { socket, received }
}

test('the official clients publish and subscribe, and an unsigned publication is 401', async () => {
  const client = connect(port)
  const received: unknown[] = []
  const channel = await subscribe(client, 'ping-pong')
  channel.bind('action', (data: unknown) => received.push(data))
  const answer = await publisher().trigger('ping-pong', 'action', { text: 'Grüße 😀' })
  expect(answer.status).toBe(200)
  await eventually(() => received.length === 1)
  expect(received).toEqual([{ text: 'Grüße 😀' }])

  const body = JSON.stringify({ name: 'action', channels: ['ping-pong'], data: '{}' })
  const unsigned = await fetch(`http://127.0.0.1:${port}/apps/pingpong/events`, {
    method: 'POST',
    body,
  })
  expect([unsigned.status, await unsigned.text()]).toEqual([
    401,
    'The signature of the publication is not valid.',
  ])
  await expect(
    publisher({ secret: 'another' }).trigger('ping-pong', 'action', {}),
  ).rejects.toMatchObject({
    status: 401,
  })
  expect(received).toHaveLength(1)
  client.disconnect()
})

test('a client may exclude its own connection from a publication', async () => {
  const [first, second] = [connect(port), connect(port)]
  const heard: string[] = []
  for (const [name, client] of [
    ['first', first],
    ['second', second],
  ] as const) {
    const channel = await subscribe(client, 'news')
    channel.bind('item', () => heard.push(name))
  }
  await publisher().trigger('news', 'item', {}, { socket_id: first.connection.socket_id })
  await eventually(() => heard.length > 0)
  expect(heard).toEqual(['second'])
  first.disconnect()
  second.disconnect()
})

test('a ping gets a pong, and an invalid message is ignored', async () => {
  const { socket, received } = await open('/app/pingpong-key?protocol=7')
  await eventually(() => received.length === 1)
  expect(received[0]?.event).toBe('pusher:connection_established')
  expect(JSON.parse(received[0]?.data ?? '')).toEqual({
    socket_id: expect.stringMatching(/^\d+\.\d+$/),
    activity_timeout: 120,
  })
  for (const text of ['{', 'null', '[]', '"x"', '{"event":"pusher:subscribe"}', '{"event":5}'])
    socket.send(text)
  socket.send('{"event":"pusher:ping","data":{}}')
  await eventually(() => received.some(({ event }) => event === 'pusher:pong'))
  expect(received.map(({ event }) => event)).toEqual([
    'pusher:connection_established',
    'pusher:error',
    'pusher:pong',
  ])
  socket.terminate()
})

describe('limits', () => {
  test('an unknown application key is closed with 4001', async () => {
    const { socket, received } = await open('/app/stranger')
    const code = await new Promise((resolve) => socket.once('close', resolve))
    expect(code).toBe(4001)
    expect(received.map(({ event }) => event)).toEqual(['pusher:error'])
  })

  test.each(['private-x', 'presence-x', 'a b', ''])(
    'the channel "%s" is an error',
    async (channel) => {
      const { socket, received } = await open('/app/pingpong-key')
      socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel } }))
      await eventually(() => received.length === 2)
      expect(received[1]).toMatchObject({ event: 'pusher:error' })
      socket.terminate()
    },
  )

  test('a client has at most 100 channels', async () => {
    const { socket, received } = await open('/app/pingpong-key')
    for (let index = 0; index <= 100; index += 1) {
      socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: `c${index}` } }))
    }
    await eventually(() => received.length === 102)
    expect(received.at(-1)?.event).toBe('pusher:error')
    socket.terminate()
  })

  test('a long message ends only its own connection', async () => {
    const long = await open('/app/pingpong-key')
    const other = await open('/app/pingpong-key')
    long.socket.send('x'.repeat(20_000))
    expect(await new Promise((resolve) => long.socket.once('close', resolve))).toBe(1009)
    other.socket.send('{"event":"pusher:ping"}')
    await eventually(() => other.received.some(({ event }) => event === 'pusher:pong'))
    other.socket.terminate()
  })

  test('a publication over 100,000 bytes is a 413, an invalid one a 400', async () => {
    const large = await fetch(`http://127.0.0.1:${port}/apps/pingpong/events`, {
      method: 'POST',
      body: 'x'.repeat(200_000),
    })
    expect(large.status).toBe(413)
    await expect(
      publisher().post({ path: '/events', body: { name: 5 } as never }),
    ).rejects.toMatchObject({ status: 400 })
  })

  test('a peer with another protocol affects no other client', async () => {
    const stranger = connectTcp(port, '127.0.0.1')
    stranger.on('error', () => {})
    stranger.write(
      'GET /nowhere HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    )
    await new Promise((resolve) => stranger.once('close', resolve))
    const { socket, received } = await open('/app/pingpong-key')
    await eventually(() => received.length === 1)
    socket.terminate()
  })

  test('a publisher that disconnects early, or sends invalid data, affects no other client', async () => {
    const leaving = connectTcp(port, '127.0.0.1')
    const part = 'POST /apps/pingpong/events HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc'
    await new Promise((resolve) => leaving.write(part, resolve))
    leaving.destroy()
    const confused = connectTcp(port, '127.0.0.1')
    confused.write('GET http://[ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    const answer = await new Promise((resolve) => confused.once('data', resolve))
    expect(String(answer)).toMatch(/^HTTP\/1.1 40\d/)
    expect((await publisher().trigger('ping-pong', 'action', {})).status).toBe(200)
  })
})
