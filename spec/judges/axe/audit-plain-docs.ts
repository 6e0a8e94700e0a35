import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { writeWithoutSwaggerUi } from '../../../packages/core/test/features/openapi/without-swagger-ui.ts'
import { startReporting } from '../../../packages/core/test/http/adapters/contract/platforms.ts'
import type { CaseList } from '../judge.ts'
import { auditPage } from './audit.ts'

/** Audits `/docs` of an application without swagger-ui-dist. */
export async function auditPlainDocs(
  browser: Browser,
  folder: string,
  cases: CaseList,
): Promise<void> {
  const application = join(folder, 'plain')
  writeWithoutSwaggerUi(application)
  const program = join(application, 'program.mjs')
  const { port, stop } = await startReporting(process.execPath, [program, 'serve'])
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${port}/docs`)
    await auditPage('/docs without swagger-ui-dist', page, cases)
    await page.close()
  } finally {
    await stop()
  }
}
