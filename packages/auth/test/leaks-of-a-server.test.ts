import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { ApiKeys } from '@fw/auth'
import { calculateJwkThumbprint, exportJWK, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { FwProcess } from '../../core/test/support/fw-process.ts'
import { temporaryApplication } from '../../core/test/support/temporary-application.ts'
import { startReceiver } from '../../telemetry/test/otlp-receiver.ts'
import { messageOf } from './mcp-serving.ts'

const secret = 'the secret that signs all tokens here'
const sealing = 'the key that seals all sessions here'
const password = 'a private password of somebody'
const publicUrl = 'http://localhost:8080'
const issued = ApiKeys.create('shop')

const source = `import { inspect } from 'node:util'
import { apiKey, basic, jwt, session } from '@fw/auth'
import { Application, Authentication, Body, Get, McpTool, Post, Principal, Public, Scopes, Session, Sessions } from '@fw/core'

export class Callers extends Authentication {
  static schemes() {
    return {
      user: jwt({ issuer: 'https://id.test', audience: ['${publicUrl}'], secret: '${secret}', dpop: 'optional' }),
      key: apiKey({ find: (id) => id === '${issued.id}' ? { hash: '${issued.hash}', principal: new Principal({ id: 'robot' }) } : null }),
      pass: basic({ verify: (name, password) => {
        if (password.endsWith('broken')) throw new Error('The database is away.')
        return name === 'ada' && password === '${password}' ? new Principal({ id: 'ada' }) : null
      } }),
      web: session(),
    }
  }
  static options() { return { mcp: { schemes: ['user', 'key'] } } }
}

class Credentials { constructor(readonly name: string, readonly password: string) {} }

@Application() @Sessions() export class Shop {}

export class Orders {
  @Get('/orders') @McpTool('list', 'Lists.')
  list(caller: Principal) { return caller.id }

  @Get('/orders/{id}') @Scopes('orders:write') @McpTool('show', 'Shows.')
  show(id: string) { return id }

  @Post('/orders') @McpTool('create', 'Creates.')
  create(caller: Principal) { throw new Error('Not for ' + inspect(caller, { depth: 9 })) }

  @Get('/open') @Public()
  open() { return 'open' }

  @Post('/sign-in') @Public()
  signIn(session: Session, @Body() given: Credentials) { session.signIn(new Principal({ id: given.name })) }
}
`

const client = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwk = await exportJWK(client.publicKey)
const now = Math.floor(Date.now() / 1000)

function token(claims: object = {}, key = secret): Promise<string> {
  const usual = { iss: 'https://id.test', aud: publicUrl, sub: 'ada', exp: now + 900, iat: now }
  return new SignJWT({ ...usual, email: 'ada.lovelace@example.com', ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(Buffer.from(key))
}

function prove(of: string): Promise<string> {
  const ath = createHash('sha256').update(of).digest('base64url')
  const claims = { jti: randomUUID(), htm: 'GET', htu: `${publicUrl}/orders`, iat: now, ath }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
    .sign(client.privateKey)
}

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** The requests that each credential is tried with. */
function attemptsWith(credential: string) {
  const called = ['list', 'show', 'create', credential.slice(0, 40)].map((name) =>
    JSON.stringify(messageOf('2025-11-25', 'tools/call', { name, arguments: { id: '7' } })),
  )
  return [
    ['GET', '/orders'],
    ['GET', '/orders/7'],
    ['POST', '/orders', '{}'],
    ['POST', '/orders', '{'],
    ['GET', '/open'],
    ['GET', '/nowhere'],
    ['GET', `/orders?access_token=${encodeURIComponent(credential)}`],
    ['POST', '/sign-in', JSON.stringify({ name: 1, password: credential })],
    ...called.slice(0, 3).map((body) => ['POST', '/mcp', body]),
    ['POST', '/mcp', `[${called.slice(0, 3).join(',')}]`],
  ] as [method: string, path: string, body?: string][]
}

test(
  'logs, traces, metrics, documents and responses contain no credential',
  {
    timeout: 120_000,
  },
  async () => {
    const receiver = await startReceiver()
    const folder = temporaryApplication({
      'package.json': '{ "type": "module", "name": "shop" }',
      'src/shop.ts': source,
    })
    const fw = new FwProcess(folder, ['serve', '--port', '0', '--host', '127.0.0.1'], {
      FW_KEYS: sealing,
      FW_PUBLIC_URL: publicUrl,
      FW_ACCESS_LOG: 'all',
      FW_REQUEST_ID: 'true',
      FW_ADMIN_PORT: '0',
      FW_ADMIN_HOST: '127.0.0.1',
      LOG_LEVEL: 'debug',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    })
    // Everything else that runs takes time too.
    const [, address = ''] = await fw.printed(/Listening on (http:\S+)/, 60)
    const output: string[] = []
    const ask = async (path: string, init: RequestInit) => {
      const response = await fetch(address + path, init)
      const headers = [...response.headers].filter(([name]) => name !== 'set-cookie')
      output.push(JSON.stringify(headers), await response.text())
      return response
    }
    const signedIn = await ask('/sign-in', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ name: 'ada', password }),
    })
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect(cookie).toMatch(/^session=.{60}/)

    const bound = await token({ cnf: { jkt: await calculateJwkThumbprint(jwk) } })
    const proofs = [await prove(bound), await prove('another token')]
    const tokens = [
      bound,
      await token(),
      await token({ aud: `${publicUrl}/mcp`, scope: 'orders:read' }),
      await token({ exp: 1 }),
      await token({}, 'another secret that signs nothing here'),
      issued.key,
      ApiKeys.create('shop').key,
      'an-opaque-and-very-private-token',
      'broken grammar of a private token',
    ]
    const pairs = [password, `${password} broken`, 'another private guess'].map(
      (guess) => `ada:${guess}`,
    )
    const basics = pairs.map((pair) => Buffer.from(pair).toString('base64'))
    const requests: [credential: string, headers: Record<string, string>][] = [
      ...tokens.map((each): (typeof requests)[number] => [
        each,
        { authorization: `Bearer ${each}` },
      ]),
      ...proofs.map((dpop): (typeof requests)[number] => [
        bound,
        { authorization: `DPoP ${bound}`, dpop },
      ]),
      ...basics.map((each): (typeof requests)[number] => [
        each,
        { authorization: `Basic ${each}` },
      ]),
      [cookie, { cookie }],
      [cookie, { cookie: `${cookie.slice(0, -4)}AAAA` }],
    ]
    const statuses = new Set<number>()
    for (const [credential, headers] of requests) {
      for (const [method, path, body] of attemptsWith(credential)) {
        const sent = { method, headers: { ...json, ...headers }, ...(body && { body }) }
        statuses.add((await ask(path, sent)).status)
      }
    }
    expect([...statuses].toSorted()).toEqual([200, 400, 401, 403, 404, 422, 500])
    await ask('/openapi.json', { headers: { authorization: `Bearer ${issued.key}` } })
    const [, admin = ''] = await fw.printed(/Health at (http:\S+)\/health/)
    const metrics = await (await fetch(`${admin}/metrics`)).text()
    expect(metrics).toContain('http_server_request_duration')
    output.push(metrics)
    const requestCount = requests.length * attemptsWith('').length
    await expect.poll(() => receiver.spans.length).toBeGreaterThan(requestCount)
    fw.child.kill('SIGTERM')
    await fw.exit
    const lines = `${fw.stdout}${fw.stderr}`.split('\n')
    expect(lines.length).toBeGreaterThan(requestCount * 1.5)

    const all = [...output, ...receiver.texts, fw.stdout, fw.stderr].join('\n')
    const secrets = [...tokens, ...proofs, ...pairs, ...basics, cookie, secret, sealing, password]
    const parts = secrets
      .flatMap((each) => [each, ...each.split(/[.:_= ]/u)])
      .filter((part) => part.length >= 16)
    expect(parts.length).toBeGreaterThan(40)
    const readable = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
    expect(parts.filter((part) => all.includes(part)).map(readable)).toEqual([])
    expect(all).not.toContain('ada.lovelace')
  },
)
