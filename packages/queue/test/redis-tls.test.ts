import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Config } from 'fw'
import { readRedis } from 'fw/internals'
import { RedisQueue } from '@fw/queue/redis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Certificates } from '../../query/test/databases/certificates.ts'
import { startServer, type StartedServer } from '../../query/test/databases/start-server.ts'
import { Write } from './fixtures/jobs.ts'

const folder = mkdtempSync(join(tmpdir(), 'fw-redis-tls-'))
const certificates = new Certificates(folder)
const client = certificates.sign('client')
const servers: StartedServer[] = []
let url = ''
let expired = ''

beforeAll(async () => {
  const start = async (days?: number) => {
    const files = certificates.sign('localhost', days)
    const server = await startServer('redis', { files, needsClientCertificate: true })
    if (!server) throw new Error('The Redis server did not start.')
    servers.push(server)
    return server.url.replace('redis://127.0.0.1', 'rediss://localhost')
  }
  url = await start()
  expired = await start(-1)
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  rmSync(folder, { recursive: true })
})

const withAll = {
  REDIS_TLS_CA: certificates.ca,
  REDIS_TLS_CERT: client.cert,
  REDIS_TLS_KEY: client.key,
}

async function push(settings: Readonly<Record<string, string>>): Promise<string> {
  const { connection, prefix } = readRedis(Config.of(settings))
  const queue = new RedisQueue(connection, { prefix })
  try {
    return await queue.push(new Write('a'))
  } finally {
    await queue.close()
  }
}

test('a queue on Redis with TLS, verified on both sides', async () => {
  expect(await push({ REDIS_URL: url, ...withAll })).toMatch(/\S/)
})

test.each([
  [
    'an unknown CA',
    () => ({ ...withAll, REDIS_TLS_CA: '' }),
    'from a CA that is not known here. Set REDIS_TLS_CA to',
  ],
  [
    'another host',
    () => ({ ...withAll, REDIS_URL: url.replace('localhost', '127.0.0.1') }),
    'for another host. Use a name from the certificate in REDIS_URL or REDIS_HOST',
  ],
  [
    'an expired certificate',
    () => ({ ...withAll, REDIS_URL: expired }),
    'its certificate has expired. Renew it.',
  ],
  [
    'no certificate of the client',
    () => ({ REDIS_TLS_CA: certificates.ca }),
    'Set REDIS_TLS_CERT and REDIS_TLS_KEY.',
  ],
  ['no TLS', () => ({ REDIS_URL: url.replace('rediss', 'redis') }), 'it does not respond'],
])('%s says what to set', async (_, settings, message) => {
  await expect(push({ REDIS_URL: url, ...settings() })).rejects.toThrow(message)
})
