import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { serveWithoutSwaggerUi } from '../../../packages/core/test/features/openapi/without-swagger-ui.ts'
import type { CaseList } from '../judge.ts'
import { auditPage } from './audit.ts'

/** Audits `/docs` of an application without swagger-ui-dist, with closed and with open operations. */
export async function auditPlainDocs(
  browser: Browser,
  folder: string,
  cases: CaseList,
): Promise<void> {
  const root = join(folder, 'plain')
  mkdirSync(root)
  const server = serveWithoutSwaggerUi(root)
  try {
    const page = await browser.newPage()
    await page.goto(`${await server.address()}/docs`)
    await auditPage('/docs without swagger-ui-dist', page, cases)
    for (const summary of await page.locator('.operation > summary').all()) await summary.click()
    await auditPage('/docs without swagger-ui-dist, operations', page, cases)
    await page.close()
  } finally {
    await server.stop()
  }
}
