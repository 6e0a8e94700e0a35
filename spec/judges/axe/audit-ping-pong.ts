import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { FwProcess } from '../../../packages/core/test/support/fw-process.ts'
import type { CaseList } from '../judge.ts'
import { auditPage } from './audit.ts'

const application = fileURLToPath(new URL('../../../apps/pingpong', import.meta.url))

/** Audits the page of ping/pong, before and after a ping. */
export async function auditPingPong(
  browser: Browser,
  folder: string,
  cases: CaseList,
): Promise<void> {
  const settings = { DB_CONNECTION: 'sqlite', DB_NAME: join(folder, 'pingpong.sqlite') }
  const server = new FwProcess(application, ['serve', '--migrate'], {
    HOST: '127.0.0.1',
    PORT: '0',
    ...settings,
  })
  try {
    const page = await browser.newPage()
    await page.goto(await server.address())
    await auditPage('ping/pong', page, cases)
    await page.click('#direct')
    await page.waitForSelector('#count-direct:text-is("1")')
    await auditPage('ping/pong after a ping', page, cases)
    await page.close()
  } finally {
    await server.stop()
  }
}
