import { describe, test } from 'vitest'
import { findServer } from './find-server.ts'

export type ServerName = 'postgres' | 'mysql' | 'redis'

/** The environment variable that holds a server's URL. */
export const urlVariables: Record<ServerName, string> = {
  postgres: 'FW_TEST_POSTGRES_URL',
  mysql: 'FW_TEST_MYSQL_URL',
  redis: 'FW_TEST_REDIS_URL',
}

const remedies: Record<ServerName, string> = {
  postgres:
    'Start PostgreSQL on 127.0.0.1:5432 with a user "postgres", or install its "postgres" program',
  mysql:
    'Start MariaDB or MySQL on 127.0.0.1:3306 with a user "root" without password, or install it',
  redis: 'Start Redis on 127.0.0.1:6379, or install its "redis-server" program',
}

/** The action if a server is missing. */
function installHint(name: ServerName): string {
  return `${remedies[name]}, or name another server by ${urlVariables[name]}.`
}

/** The URL of a running server: of the environment, or at its default local port. */
async function serverUrl(name: ServerName): Promise<string | undefined> {
  return process.env[urlVariables[name]] ?? (await findServer(name))
}

/** A group of tests on a real server. If there is none they are skipped, or fail with CI=true. */
export async function describeWith(
  name: ServerName,
  title: string,
  define: (url: string) => void | Promise<void>,
): Promise<void> {
  const url = await serverUrl(name)
  if (url !== undefined) return void describe(title, () => define(url))
  if (process.env['CI'] === 'true') {
    test(`${title}: needs a server`, () => {
      throw new Error(`There is no ${name} server to test with. ${installHint(name)}`)
    })
  } else {
    test(title, ({ skip }) => skip(`no ${name} server. ${installHint(name)}`))
  }
}
