import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { buildSite, serveSite } from '../../../apps/docs/test/serve-site.ts'
import type { CaseList } from '../judge.ts'
import { auditPage } from './audit.ts'

/** Audits the documentation site: each page, one of the generated references, and the search. */
export async function auditDocumentation(
  browser: Browser,
  folder: string,
  cases: CaseList,
): Promise<void> {
  const site = join(folder, 'site')
  await buildSite(site)
  const { address, close } = await serveSite(site)
  try {
    const page = await browser.newPage()
    for (const path of globSync('{*,reference/query}.html', { cwd: site }).sort()) {
      await page.goto(`${address}/${path}`, { waitUntil: 'networkidle' })
      await auditPage(`documentation, ${path}`, page, cases)
    }
    await page.goto(`${address}/index.html`, { waitUntil: 'networkidle' })
    await page.keyboard.press('Control+k')
    await page.locator('#localsearch-input').fill('container')
    await page.locator('.VPLocalSearchBox .result').first().waitFor()
    await auditPage('documentation, search', page, cases)
    await page.close()
  } finally {
    close()
  }
}
