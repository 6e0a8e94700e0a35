import { connect } from 'node:net'
import { createConnection } from 'mysql2/promise'
import { Client } from 'pg'
import type { ServerName } from './servers.ts'

/** The URL of a server at its default local port that lets the tests in, if there is one. */
export async function findServer(name: ServerName): Promise<string | undefined> {
  const url = defaults[name]
  return (await isReachable(name, url)) ? url : undefined
}

/** True if a server responds at a URL. */
export async function isReachable(name: ServerName, url: string): Promise<boolean> {
  try {
    await probes[name](url)
    return true
  } catch {
    return false
  }
}

const defaults: Record<ServerName, string> = {
  postgres: 'postgres://postgres@127.0.0.1:5432/postgres',
  mysql: 'mysql://root@127.0.0.1:3306',
  redis: 'redis://127.0.0.1:6379',
}

const timeout = 2000

const probes: Record<ServerName, (url: string) => Promise<void>> = {
  async postgres(connectionString) {
    const client = new Client({ connectionString, connectionTimeoutMillis: timeout })
    await client.connect()
    await client.end()
  },
  async mysql(uri) {
    const connection = await createConnection({ uri, connectTimeout: timeout })
    await connection.end()
  },
  redis(url) {
    const { hostname, port } = new URL(url)
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port || 6379), timeout })
      const fail = (error?: Error) => {
        socket.destroy()
        reject(error ?? new Error('Redis does not answer.'))
      }
      socket.once('error', fail)
      socket.once('timeout', () => fail())
      socket.once('data', (data) => {
        if (!data.toString().startsWith('+PONG')) return fail()
        socket.destroy()
        resolve()
      })
      socket.write('PING\r\n')
    })
  },
}
