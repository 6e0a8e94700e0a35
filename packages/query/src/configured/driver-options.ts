import { isIP } from 'node:net'
import type { DatabaseServer } from '@fw/core/internals'
import type { PoolOptions } from 'mysql2/promise'
import type { PoolConfig } from 'pg'

/** Converts settings to options for a Pool or Client of `pg`. */
export function postgresOptions(server: DatabaseServer): PoolConfig {
  const { tls, poolSize, connectTimeout, statementTimeout, applicationName } = server
  return {
    ...connectionTarget(server),
    ssl: tls ?? false,
    ...(poolSize !== undefined && { max: poolSize }),
    ...(connectTimeout !== undefined && { connectionTimeoutMillis: connectTimeout }),
    ...(statementTimeout !== undefined && { statement_timeout: statementTimeout }),
    ...(applicationName !== undefined && { application_name: applicationName }),
  }
}

/**
 * Thrown if the certificate of a MySQL server must be verified and its host is an IP address: the driver can compare a
 * certificate only with a host name.
 */
export class HostNotVerifiable extends Error {
  override readonly name = 'HostNotVerifiable'
  readonly host: string

  constructor(host: string, tlsKey: string) {
    super(
      `The host of the database is the IP address ${host}, but mysql2 can verify only host names. Use the host name, or set ${tlsKey}=verify-ca.`,
    )
    this.host = host
  }
}

/** Converts settings to options for a pool or connection of `mysql2`. Times are in UTC. Throws `HostNotVerifiable`. */
export function mysqlOptions(server: DatabaseServer, tlsKey = 'DB_TLS'): PoolOptions {
  const { tls, poolSize, connectTimeout, applicationName } = server
  const verifyIdentity = tls?.rejectUnauthorized === true && !tls.checkServerIdentity
  if (verifyIdentity && isIP(server.host) !== 0) throw new HostNotVerifiable(server.host, tlsKey)
  return {
    ...connectionTarget(server),
    timezone: 'Z',
    ...(tls && { ssl: { ...tlsFiles(tls), verifyIdentity } }),
    ...(poolSize !== undefined && { connectionLimit: poolSize }),
    ...(connectTimeout !== undefined && { connectTimeout }),
    ...(applicationName !== undefined && { connectAttributes: { program_name: applicationName } }),
  }
}

function connectionTarget({ host, port, user, password, database }: DatabaseServer) {
  return { host, port, user, password, database }
}

function tlsFiles({ rejectUnauthorized, ca, cert, key }: NonNullable<DatabaseServer['tls']>) {
  return {
    rejectUnauthorized,
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  }
}
