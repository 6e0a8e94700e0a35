import { expect, test } from 'vitest'
import { FwProcess, runFw } from '../../core/test/support/fw-process.ts'
import { temporaryApplication } from '../../core/test/support/temporary-application.ts'

const application = (schemes: string) =>
  temporaryApplication({
    'package.json': '{ "type": "module" }',
    'src/callers.ts': `import { jwt, MemoryReplays, MemoryRevocations } from '@fw/auth'
import { Authentication } from '@fw/core'
const issuer = { issuer: 'https://id.example.com', audience: 'https://api.example.com' }
export class Callers extends Authentication {
  static override schemes() { return { user: ${schemes} } }
}
`,
  })

const env = { PORT: '0', HOST: '127.0.0.1', FW_PUBLIC_URL: 'https://api.example.com' }

test.each([
  [
    'jwt({ ...issuer, revoked: new MemoryRevocations() })',
    'StoreNotShared: MemoryRevocations uses the memory of one process, but 2 processes serve requests: the others would accept a revoked token. Use RedisRevocations or DatabaseRevocations.',
  ],
  [
    "jwt({ ...issuer, dpop: 'required' })",
    'StoreNotShared: MemoryReplays uses the memory of one process, but 2 processes serve requests: each of them would accept a DPoP proof once. Pass a shared store: dpop: { mode, replays: new RedisReplays(…) }, or DatabaseReplays.',
  ],
  [
    "jwt({ ...issuer, dpop: { mode: 'optional', replays: new MemoryReplays() } })",
    'StoreNotShared: MemoryReplays uses the memory of one process',
  ],
])('two workers do not start with %s', async (schemes, message) => {
  const { code, stderr } = await runFw(application(schemes), ['serve', '--workers', '2'], env)

  expect(code).toBe(1)
  expect(stderr).toContain(message)
  expect(stderr.split('StoreNotShared')).toHaveLength(2)
})

test('one process starts with stores in memory, and two without them', async () => {
  const inMemory = "jwt({ ...issuer, revoked: new MemoryRevocations(), dpop: 'required' })"
  const one = new FwProcess(application(inMemory), ['serve', '--workers', '1'], env)
  const two = new FwProcess(application('jwt(issuer)'), ['serve', '--workers', '2'], env)

  expect(await one.address()).toMatch(/^http/)
  expect(await two.address()).toMatch(/^http/)
})
