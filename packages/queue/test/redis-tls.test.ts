import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Config } from '@fw/core'
import { readRedis } from '@fw/core/internals'
import { RedisQueue } from '@fw/queue/redis'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../core/test/support/free-port.ts'
import { Certificates } from '../../query/test/databases/certificates.ts'
import { RedisProcess, waitUntil } from '../../query/test/databases/redis-process.ts'
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
    'for another host. Put a host name from the certificate into REDIS_URL or REDIS_HOST',
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
])('the error for %s explains the problem', async (_, settings, message) => {
  await expect(push({ REDIS_URL: url, ...settings() })).rejects.toThrow(message)
})

/** Starts a process that has a second port with TLS, which only holders of a certificate may use. */
async function startSecure(configure: (port: number) => readonly string[]) {
  const { ca, cert, key } = certificates.sign('localhost')
  const port = await freePort()
  const files = [`tls-ca-cert-file ${ca}`, `tls-cert-file ${cert}`, `tls-key-file ${key}`]
  const server = await RedisProcess.start([`tls-port ${port}`, ...files, ...configure(port)])
  onTestFinished(() => server.remove())
  return { server, port }
}

async function startSecureCluster() {
  const { server, port } = await startSecure(() => [
    'cluster-enabled yes',
    'tls-cluster yes',
    'cluster-announce-hostname localhost',
    'cluster-preferred-endpoint-type hostname',
  ])
  await server.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
  await waitUntil(async () => (await server.call('CLUSTER', 'INFO')).includes('cluster_state:ok'))
  return { REDIS_CLUSTER: `localhost:${port}` }
}

async function startSecureSentinel() {
  const primary = await startSecure(() => ['save ""'])
  const { server, port } = await startSecure(() => [
    'tls-replication yes',
    'sentinel resolve-hostnames yes',
    'sentinel announce-hostnames yes',
    `sentinel monitor shop localhost ${primary.port} 1`,
  ])
  await waitUntil(async () => (await server.call('SENTINEL', 'CKQUORUM', 'shop')).startsWith('OK'))
  return { REDIS_SENTINEL: `localhost:${port}`, REDIS_SENTINEL_NAME: 'shop' }
}

for (const [title, start] of [
  ['a cluster', startSecureCluster],
  ['sentinels', startSecureSentinel],
] as const) {
  test(`a queue on ${title} with TLS, verified on both sides`, async () => {
    const settings: Record<string, string> = await start()
    expect(await push({ ...settings, ...withAll })).toMatch(/\S/)
    await expect(push({ ...settings, ...withAll, REDIS_TLS_CA: '' })).rejects.toThrow(
      'from a CA that is not known here. Set REDIS_TLS_CA to',
    )
    // The server resets some of the connections before its reason arrives.
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await expect(push({ ...settings, REDIS_TLS_CA: certificates.ca })).rejects.toThrow(
        'it requires a client certificate. Set REDIS_TLS_CERT and REDIS_TLS_KEY.',
      )
    }
  })
}
