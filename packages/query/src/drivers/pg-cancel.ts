import type { PgClient, PgWire } from './pg-driver.ts'

/** Asks the server, over a connection of its own, to stop what the client is running. */
export function cancelPgStatement(client: PgClient): Promise<void> {
  const { host = 'localhost', port = 5432, processID, secretKey } = client
  if (!processID || secretKey == null) return Promise.resolve()
  const Client = client.constructor as new (config: object) => { connection: PgWire }
  const wire = new Client({ host, port, ssl: false }).connection
  return new Promise((resolve, reject) => {
    wire.on('connect', () => wire.cancel(processID, secretKey))
    wire.on('error', reject)
    wire.on('end', resolve)
    if (host.startsWith('/')) wire.connect(`${host}/.s.PGSQL.${port}`)
    else wire.connect(port, host)
  })
}
