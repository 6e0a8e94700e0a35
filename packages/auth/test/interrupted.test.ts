import { setTimeout as sleep } from 'node:timers/promises'
import {
  Body,
  CredentialRefused,
  Get,
  McpTool,
  Post,
  Principal,
  Scheme,
  Timeout,
  type Credential,
} from '@fw/core'
import { expect, test } from 'vitest'
import { get, post, RawClient } from '../../core/test/http/adapters/raw-client.ts'
import { withToken } from '../../core/test/features/access/guarded.ts'
import { startServer } from '../../core/test/http/serving.ts'
import { createMcpKernel, messageOf } from './mcp-serving.ts'

/** Authenticates slowly, or refuses. */
class Slow extends Scheme {
  readonly reads = { authorization: 'Bearer' }
  static waiting = 0

  async authenticate({ text }: Credential): Promise<Principal> {
    Slow.waiting += 1
    await sleep(text === 'late' ? 300 : 20)
    Slow.waiting -= 1
    if (text === 'away' || text === 'late') throw new Error('The database is away.')
    if (!text.startsWith('ada')) throw new CredentialRefused('it is not known')
    return new Principal({ id: text })
  }
}

class Orders {
  static created = 0

  @Get('/orders')
  @McpTool('list', 'Lists.')
  list(caller: Principal) {
    return caller.id
  }

  @Post('/orders')
  create(@Body() order: Record<string, unknown>) {
    Orders.created += 1
    return order
  }

  @Timeout('50ms')
  @Get('/soon')
  soon(caller: Principal) {
    return caller.id
  }
}

async function start() {
  const { kernel, log } = createMcpKernel([Orders], { schemes: { user: new Slow() } })
  return { port: await startServer(kernel), log }
}

const messageIn = (details: object) => ('error' in details ? String(details.error) : '')
const bearer = (text: string) => `Authorization: Bearer ${text}\r\n`
const json = 'Content-Type: application/json\r\n'
const call = JSON.stringify(messageOf('2025-11-25', 'tools/call', { name: 'list' }))

test('clients that disconnect during authentication leave nothing behind', async () => {
  const { port, log } = await start()
  const requests = ['ada', 'eve', 'away'].flatMap((who) => [
    get('/orders', bearer(who)),
    post('/orders', '{}', bearer(who) + json),
    post('/mcp', call, bearer(who) + json),
  ])
  for (let round = 0; round < 10; round += 1) {
    const clients = await Promise.all(requests.map(() => RawClient.connect(port)))
    for (const [index, client] of clients.entries()) client.send(requests[index] as string)
    await sleep(round * 3)
    for (const { socket } of clients) socket.resetAndDestroy()
  }
  await expect.poll(() => Slow.waiting).toBe(0)
  const response = await fetch(`http://127.0.0.1:${port}/orders`, withToken('ada'))
  expect([response.status, await response.text()]).toEqual([200, '"ada"'])
  const failures = log.lines.filter(([level]) => level === 'error')
  expect(failures.every(([, , details]) => messageIn(details).includes('away'))).toBe(true)
})

test('concurrent callers each keep their identity, even if others get a 401', async () => {
  const { port } = await start()
  const request = async (who: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/orders`, withToken(who))
    return [response.status, await response.json()]
  }
  const names = Array.from({ length: 300 }, (_, index) => `${index % 3 ? 'ada' : 'eve'}-${index}`)
  const found = await Promise.all(names.map(request))
  const refused = { error: 'The credentials are not accepted.' }
  expect(found).toEqual(
    names.map((name) => (name.startsWith('ada') ? [200, name] : [401, refused])),
  )
})

test('a refused caller gets a response before its body has arrived, and the body is discarded', async () => {
  const { port } = await start()
  Orders.created = 0
  const incompleteRequest = (who: string, path: string) =>
    `${post(path, '', bearer(who) + json)
      .replace('Content-Length: 0', 'Content-Length: 1000000')
      .trimEnd()}\r\n\r\n{"a":`
  for (const path of ['/orders', '/mcp']) {
    const client = (await RawClient.connect(port)).send(incompleteRequest('eve', path))
    expect(await client.until(/"error":.*\}/)).toMatch(/^HTTP\/1\.1 401 /)
  }
  const known = (await RawClient.connect(port)).send(incompleteRequest('ada', '/orders'))
  await sleep(60)
  known.socket.resetAndDestroy()
  await sleep(20)
  expect(Orders.created).toBe(0)
})

test('if authentication exceeds the timeout of the route, the caller gets 503, and a late error is logged', async () => {
  const { port, log } = await start()
  const response = await fetch(`http://127.0.0.1:${port}/soon`, withToken('late'))
  expect([response.status, await response.json()]).toEqual([
    503,
    { error: 'The request took too long.' },
  ])
  const loggedMessages = () => log.lines.map(([, , details]) => messageIn(details))
  await expect
    .poll(loggedMessages)
    .toEqual([
      expect.stringContaining('The request took too long.'),
      expect.stringContaining('The database is away.'),
    ])
  await expect.poll(() => Slow.waiting).toBe(0)
})
