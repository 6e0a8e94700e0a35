import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Certificates } from '../../query/test/databases/certificates.ts'
import {
  startServer,
  type ServerTls,
  type StartedServer,
} from '../../query/test/databases/start-server.ts'
import { MigratedApplication } from './migrated-application.ts'

const folder = mkdtempSync(join(tmpdir(), 'fw-tls-'))
const certificates = new Certificates(folder)
const other = new Certificates(join(folder, 'other'))
const client = certificates.sign('client')
const files = { '20260101000000_orders.sql': 'CREATE TABLE orders (id INT);\n' }

afterAll(() => rmSync(folder, { recursive: true }))

describe.each(['postgres', 'mysql'] as const)('%s with TLS', (name) => {
  const start = async (tls: ServerTls): Promise<StartedServer> => {
    const server = await startServer(name, tls)
    if (!server) throw new Error(`The ${name} server did not start.`)
    return server
  }
  let server: StartedServer

  beforeAll(async () => {
    const files = certificates.sign('localhost')
    server = await start({ files, needsClientCertificate: name === 'postgres' })
  })
  afterAll(() => server.stop())

  /** Runs `fw migrate` with the URL of the server, at a host that its certificate names unless another is given. */
  function migrate(
    settings: Readonly<Record<string, string>>,
    { host = 'localhost', search = '', url = server.url } = {},
  ) {
    const target = new URL(url)
    target.hostname = host
    target.search = search
    if (name === 'mysql') target.pathname = '/mysql'
    const certificate = { DB_TLS_CERT: client.cert, DB_TLS_KEY: client.key }
    const all = { DATABASE_URL: target.href, ...certificate, ...settings }
    return new MigratedApplication(all, files).run('migrate')
  }

  test('the CA may be a path or PEM, and the host name is verified', async () => {
    const byPath = await migrate({ DB_TLS_CA: certificates.ca })
    expect(byPath).toMatchObject({ code: 0, stdout: expect.stringContaining('Applied') })
    const pem = readFileSync(certificates.ca, 'utf8').trim().replaceAll('\n', '\\n')
    const asPem = await migrate({ DB_TLS_CA: `"${pem}"`, DB_TLS: 'verify' })
    expect(asPem).toMatchObject({ code: 0, stdout: 'There is nothing to migrate.\n' })
    const search = `sslmode=verify-full&sslrootcert=${certificates.ca}`
    expect(await migrate({}, { search })).toMatchObject({ code: 0 })
  })

  test('a URL that only requires TLS does not verify; DB_TLS=verify takes precedence', async () => {
    expect(await migrate({}, { search: 'sslmode=require' })).toMatchObject({ code: 0 })
    const verified = await migrate({ DB_TLS: 'verify' }, { search: 'sslmode=require' })
    expect(verified.stderr).toContain('is from a CA that is not known here')
  })

  test('the error for another host, an unknown CA or a wrong path contains the setting to change', async () => {
    const { port } = new URL(server.url)
    const address = await migrate({ DB_TLS_CA: certificates.ca }, { host: '127.0.0.1' })
    if (name === 'mysql') {
      expect(address.stderr).toContain(
        'The host of the database is the IP address 127.0.0.1, but mysql2 can verify only host names. Use the host name, or set DB_TLS=verify-ca.',
      )
    } else
      expect(address.stderr).toBe(
        `DatabaseUnreachable: The database at 127.0.0.1:${port}: its certificate is for another host. Put a host name from the certificate into DATABASE_URL or DB_HOST, or set DB_TLS=verify-ca.\n`,
      )
    const byCa = { DB_TLS_CA: certificates.ca, DB_TLS: 'verify-ca' }
    expect(await migrate(byCa, { host: '127.0.0.1' })).toMatchObject({ code: 0 })
    const unknown = await migrate({ DB_TLS_CA: other.ca })
    expect(unknown.stderr).toBe(
      `DatabaseUnreachable: The database at localhost:${port}: its certificate is from a CA that is not known here. Set DB_TLS_CA to the certificate of the CA.\n`,
    )
    const missing = await migrate({ DB_TLS_CA: '/nowhere.pem' })
    expect(missing.stderr).toContain(
      'DB_TLS_CA, or the matching URL parameter, is neither PEM nor the path of a readable file. Correct it.',
    )
  })

  test('a certificate that has expired is reported', async () => {
    const expired = await start({ files: certificates.sign('localhost', -1) })
    const { stderr } = await migrate({ DB_TLS_CA: certificates.ca }, { url: expired.url })
    await expired.stop()
    expect(stderr).toContain('its certificate has expired. Renew it.')
  })

  if (name === 'mysql') {
    test('the error for a missing client certificate contains the setting to change', async () => {
      const admin = await createConnection({ uri: server.url })
      for (const host of ['%', 'localhost']) {
        await admin.query(`CREATE USER clerk@'${host}' REQUIRE X509`)
        await admin.query(`GRANT ALL ON mysql.* TO clerk@'${host}'`)
      }
      await admin.end()
      const url = server.url.replace('root', 'clerk')
      const ca = { DB_TLS_CA: certificates.ca }
      expect(await migrate(ca, { url })).toMatchObject({ code: 0 })
      const without = await migrate({ ...ca, DB_TLS_CERT: '', DB_TLS_KEY: '' }, { url })
      expect(without.stderr).toContain(
        'If the user requires a client certificate, set DB_TLS_CERT and DB_TLS_KEY.',
      )
    })
  }

  if (name === 'postgres') {
    test('the error for a missing client certificate, or for disabled TLS, contains the setting to change', async () => {
      const none = { DB_TLS_CERT: '', DB_TLS_KEY: '' }
      const without = await migrate({ ...none, DB_TLS_CA: certificates.ca })
      expect(without.stderr).toContain(
        'it requires a client certificate. Set DB_TLS_CERT and DB_TLS_KEY.',
      )
      const plain = await migrate({ ...none, DB_TLS: 'disable' })
      expect(plain.stderr).toContain('it accepts only connections with TLS. Set DB_TLS=verify.')
    })
  }
})
