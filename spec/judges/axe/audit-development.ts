import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { FwProcess } from '../../../packages/core/test/support/fw-process.ts'
import type { CaseList } from '../judge.ts'
import { auditPage } from './audit.ts'

/** Audits the pages of `fw dev`: an error, its own page, and the documentation; and that of an application that does not start. */
export async function auditDevelopment(browser: Browser, cases: CaseList): Promise<void> {
  const shop = develop('shop')
  const broken = develop('broken')
  try {
    const page = await browser.newPage()
    const address = await shop.address()
    await page.goto(`${address}/boom`)
    await page.getByText('frames of packages and Node').first().click()
    await auditPage('error', page, cases)
    await page.goto(`${address}/_fw`)
    await page.getByRole('link', { name: 'GET /boom' }).first().click()
    await page.getByRole('button', { name: 'Send again' }).waitFor()
    await auditPage('/_fw', page, cases)
    for (const view of ['Routes', 'Services', 'Configuration', 'Log']) {
      await page.getByRole('link', { name: view, exact: true }).click()
      await page.locator(`nav a[aria-current]:text-is("${view}")`).waitFor()
      await page.locator('main td').first().waitFor()
      await auditPage(`/_fw ${view}`, page, cases)
    }
    await page.goto(`${address}/docs`)
    await page.locator('.opblock-summary-control').first().click()
    await page.locator('.opblock-body').first().waitFor()
    await auditPage('/docs', page, cases)
    await page.goto(await broken.address())
    await page.getByText('This page reloads').waitFor()
    await auditPage('startup error', page, cases)
    await page.close()
  } finally {
    await Promise.all([shop.stop(), broken.stop()])
  }
}

function develop(name: string): FwProcess {
  const folder = fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))
  return new FwProcess(folder, ['dev', '--host=127.0.0.1', '--port=0'])
}
