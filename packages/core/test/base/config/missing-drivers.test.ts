import { expect, test } from 'vitest'
import { applicationWithCopies } from '../../support/copied-packages.ts'
import { runFw } from '../../support/fw-process.ts'

const usesDatabase = `import { Get } from '@fw/core'
import { Database } from '@fw/query'
export class Reports {
  constructor(readonly database: Database) {}
  @Get('/') show() {}
}
`

const usesQueue = `import type { Job } from '@fw/queue'
export class Note implements Job { handle() {} }
`

const usesSchedules = `import { Schedule } from '@fw/core'
export class Ticks { @Schedule('0 0 * * *') tick() {} }
`

const isConfigured = 'are stored in Redis, but this needs the package'

test.each([
  [
    'PostgreSQL',
    usesDatabase,
    'DATABASE_URL=postgres://db/shop',
    'DriverNotInstalled: The configured database needs the package pg. Run: npm install pg\n',
  ],
  [
    'MySQL',
    usesDatabase,
    'DATABASE_URL=mysql://db/shop',
    'DriverNotInstalled: The configured database needs the package mysql2. Run: npm install mysql2\n',
  ],
  [
    'the queue in a database',
    usesQueue,
    'DATABASE_URL=postgres://db/shop',
    'DriverNotInstalled: The configured database needs the package pg. Run: npm install pg\n',
  ],
  [
    'the queue in Redis',
    usesQueue,
    'REDIS_URL=redis://cache',
    `RedisNotInstalled: Jobs ${isConfigured} bullmq. Run: npm install bullmq. Or set QUEUE_CONNECTION=memory.\n`,
  ],
  [
    'schedules in Redis',
    usesSchedules,
    'REDIS_URL=redis://cache',
    `RedisNotInstalled: Runs of schedules ${isConfigured} ioredis. Run: npm install ioredis. Or set SCHEDULE_CONNECTION=memory.\n`,
  ],
])('without the driver of %s, boot says what to install', async (_what, source, env, message) => {
  const files = { 'package.json': '{ "type": "module" }', '.env': env, 'src/a.ts': source }
  const root = applicationWithCopies(files, 'query', 'queue', 'schedule')
  const { code, stdout, stderr } = await runFw(root, ['serve'], { PORT: '0' })
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(message),
  })
})
