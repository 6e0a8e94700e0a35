import { beforeEach, describe, expect, test } from 'vitest'
import { openChromium, needsChromium } from '../../../packages/core/test/support/chromium.ts'
import { describeRedis, type TestRedis } from '../../../packages/queue/test/backends.ts'
import {
  describePostgres,
  describeSqlite,
  type TestDatabase,
} from '../../../packages/queue/test/databases.ts'
import { SocketServer } from '../src/socket-server/socket-server.ts'
import { credentials, startLive } from './live.ts'
import { startApplication } from './start-application.ts'

describe('in a browser', async () => {
  beforeEach(needsChromium)

  describeSqlite((title, database) => testPage(title, database))
  await describeRedis(async (_title, redis) => {
    await describePostgres((title, database) => testPage(title, database, redis))
  })

  test('the page shows missed pings, and reconnects to the socket server by itself', async () => {
    const sockets = new SocketServer(credentials)
    const port = await sockets.listen(0)
    await using live = await startLive({ SOCKET_PORT: String(port) })
    const { serve } = await import('@fw/core/node')
    const server = await serve(live.application.kernel, { port: 0, host: '127.0.0.1' })
    const page = await (await openChromium()).newPage()
    await page.goto(`http://127.0.0.1:${server.port}`)
    await page.waitForSelector('#connection[data-state=connected]')
    await sockets.close()
    await page.waitForSelector('#connection:has-text("not connected")')
    await page.click('#direct')
    await page.waitForSelector('#count-direct:text-is("1")')
    const restarted = new SocketServer(credentials)
    await restarted.listen(port)
    await page.waitForSelector('#connection[data-state=connected]')
    await page.click('#direct')
    await page.waitForSelector('#events li:has-text("socket (direct)")')

    await server.close()
    await page.click('#direct')
    await page.waitForSelector('#problem:has-text("the application does not respond")')
    await page.close()
    await restarted.close()
  })
})

function testPage(title: string, database: TestDatabase, redis?: TestRedis): void {
  test(`both buttons and the cron loop show every stage in order (${title}, ${redis ? 'Redis' : 'database'})`, async () => {
    const application = await startApplication({ ...database.settings, ...redis?.settings })
    const page = await (await openChromium()).newPage()
    const undocumented = application.documented?.watch(page)
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    await page.goto(application.address)
    await page.waitForSelector('#connection[data-state=connected]')
    await page.click('#direct')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    // The page may have connected amid a run of the cron loop.
    const idOf = (lines: readonly string[], scenario: string) =>
      lines
        .filter((line) => line.endsWith(` socket (${scenario})`))
        .map((line) => line.split(' ')[0])
        .find((id) => lines.some((line) => line.startsWith(`${id} db`)))
    const read = async () => (await page.locator('#events li').allTextContents()).toReversed()
    for (const scenario of ['direct', 'queued', 'cron']) {
      await expect.poll(async () => idOf(await read(), scenario)).toBeDefined()
    }
    const lines = await read()
    const stagesOf = (scenario: string) => {
      const id = idOf(lines, scenario)
      return lines.filter((line) => line.startsWith(`${id} `)).map((line) => line.split(' ')[1])
    }
    expect(stagesOf('direct')).toEqual(['db', 'app', 'socket'])
    expect(stagesOf('queued')).toEqual(['db', 'app', 'queue', 'socket'])
    expect(stagesOf('cron')).toEqual(['db', 'cron', 'socket'])
    expect(await page.textContent('#count-direct')).toBe('1')
    expect(problems).toEqual([])
    expect(await undocumented?.()).toEqual([])
  })
}
