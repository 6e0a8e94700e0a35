import { TestIssuer } from '@fw/auth/testing'
import { LocalPrincipal, McpTool, Principal, Roles, Scopes } from '@fw/core'
import { McpTestClient } from '@fw/core/testing'
import { describe, expect, test, vi } from 'vitest'
import { FwProcess } from '../../core/test/support/fw-process.ts'
import { temporaryApplication } from '../../core/test/support/temporary-application.ts'
import { createMcpKernel } from './mcp-serving.ts'

const secret = 'a secret of thirty-two characters'
const orders = `import { Authentication, McpTool, Principal, Roles, Scopes } from '@fw/core'
import { jwt } from '@fw/auth'
export class Callers extends Authentication {
  static schemes() {
    return { user: jwt({ issuer: 'https://id.test', audience: 'https://api.test', secret: '${secret}' }) }
  }
}
export class Orders {
  @McpTool('whoami', 'Says who calls.')
  whoami(caller: Principal) { return caller.id }
  @McpTool('read', 'Reads.') @Scopes('orders:read')
  read() { return 'orders' }
  @McpTool('clean', 'Cleans.') @Roles('admin')
  clean() { return 'clean' }
}
`

const call = (name: string, id: number) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } })}\n`

async function callTools(env: Record<string, string>) {
  const folder = temporaryApplication({
    'package.json': '{ "type": "module", "name": "orders" }',
    'src/orders.ts': orders,
    '.env': Object.entries(env)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  })
  const fw = new FwProcess(folder, ['mcp:serve'])
  for (const [index, name] of ['whoami', 'read', 'clean'].entries())
    fw.child.stdin.write(call(name, index))
  fw.child.stdin.end()
  const code = await fw.exit
  const lines = fw.stdout.split('\n').filter((line) => line !== '')
  const found = lines.map((line) => JSON.parse(line)).toSorted((one, other) => one.id - other.id)
  const texts = found.map(({ result, error }) => error?.message ?? result.content[0].text)
  return { code, texts, stderr: fw.stderr }
}

async function tokenFor(aud: string, seconds = 300): Promise<string> {
  const { SignJWT } = await import('jose')
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: 'https://id.test',
    aud,
    sub: 'ada',
    iat: now,
    exp: now + seconds,
    scope: 'orders:read',
  }
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret))
}

describe('fw mcp:serve', () => {
  test('calls tools as a principal without scopes', async () => {
    const { texts } = await callTools({})
    expect(texts).toEqual([
      'local',
      'This call needs the scopes orders:read, but the caller has none. Start fw mcp:serve with FW_AUTH_TOKEN, or list the required scopes in FW_LOCAL_SCOPES.',
      'There is no tool "clean".',
    ])
  })

  test('calls tools as a principal with the configured scopes', async () => {
    const { texts } = await callTools({ FW_LOCAL_SCOPES: 'orders:read', FW_LOCAL_ROLES: '*' })
    expect(texts).toEqual(['local', 'orders', 'clean'])
  })

  test('calls tools as the owner of FW_AUTH_TOKEN', async () => {
    const token = await tokenFor('http://localhost:8080/mcp')
    const { texts } = await callTools({ FW_AUTH_TOKEN: token, FW_LOCAL_ROLES: '*' })
    expect(texts).toEqual(['ada', 'orders', 'There is no tool "clean".'])
  })

  test('does not start with an invalid token', async () => {
    for (const token of [
      'wrong',
      await tokenFor('https://api.test'),
      await tokenFor('http://localhost:8080/mcp', -60),
    ]) {
      const { code, texts, stderr } = await callTools({ FW_AUTH_TOKEN: token })
      expect([code, texts]).toEqual([1, []])
      expect(stderr).toContain('FW_AUTH_TOKEN is not accepted: ')
      expect(stderr).not.toContain(token)
    }
  })
})

test('whose FW_AUTH_TOKEN expires while it runs is rejected from then on', async () => {
  const folder = temporaryApplication({
    'package.json': '{ "type": "module", "name": "orders" }',
    'src/orders.ts': orders,
  })
  // A clock that goes on by an hour at a signal.
  const clock = `const real = Date; let shift = 0; process.on('SIGUSR2', () => (shift = 3_600_000));
    globalThis.Date = class extends real {
      constructor(...given) { given.length > 0 ? super(...given) : super(real.now() + shift) }
      static now() { return real.now() + shift }
    }`
  const fw = new FwProcess(folder, ['mcp:serve'], {
    FW_AUTH_TOKEN: await tokenFor('http://localhost:8080/mcp'),
    NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(clock)}"`,
  })
  fw.child.stdin.write(call('whoami', 1))
  await fw.printed(/"id":1,.*"text":"ada"/, 60)
  fw.child.kill('SIGUSR2')
  await vi.waitFor(async () => {
    fw.stdout = ''
    fw.child.stdin.write(call('whoami', 2))
    const [answer] = await fw.printed(/\{.*"id":2.*\n/)
    expect(JSON.parse(answer)).toMatchObject({
      error: { message: 'The credentials are not accepted.' },
    })
  })
  fw.child.stdin.write(call('read', 3))
  await fw.printed(/"id":3,.*The credentials are not accepted\./)
  fw.child.stdin.end()
  expect(await fw.exit).toBe(0)
})

class User extends Principal {}

class Tools {
  @McpTool('mine', 'What is mine.')
  mine(caller: User) {
    return caller.id
  }

  @McpTool('read', 'Reads.')
  @Scopes('orders:read')
  @Roles('admin')
  read(caller: Principal) {
    return caller.id
  }
}

test('a client of a test acts as a given caller', async () => {
  const user = new TestIssuer().scheme({ principal: ({ sub }) => new User({ id: sub ?? '' }) })
  const { mcp } = createMcpKernel([Tools], { schemes: { user } })
  const ada = new User({ id: 'ada', scopes: ['orders:read'], roles: ['admin'] })
  const client = new McpTestClient(mcp, { as: ada })
  expect(await client.callTool('mine')).toMatchObject({ content: [{ text: 'ada' }] })
  expect(await client.callTool('read')).toMatchObject({ content: [{ text: 'ada' }] })
  const local = new McpTestClient(mcp, { as: new LocalPrincipal({ scopes: [], roles: 'all' }) })
  expect(await local.callTool('mine')).toMatchObject({
    isError: true,
    content: [
      {
        text: 'This call needs a caller of type User, but the caller is of type LocalPrincipal. Start fw mcp:serve with FW_AUTH_TOKEN.',
      },
    ],
  })
  expect(await local.callTool('read')).toMatchObject({ isError: true })
  const anonymousClient = new McpTestClient(mcp)
  expect(await anonymousClient.listTools()).toHaveLength(1)
})
