import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { startChromium } from '../../../packages/core/test/support/start-chromium.ts'

const schemes = ['light', 'dark'] as const

interface Screenshot {
  readonly name: string
  readonly path: string
  readonly height: number
  /** Prepares the page, after it has been loaded. */
  readonly prepare?: (page: Page) => Promise<void>
}

const screenshots: readonly Screenshot[] = [
  { name: 'inspector', path: '/_fw', height: 420 },
  { name: 'docs-page', path: '/docs', height: 720, prepare: openOperation },
  { name: 'error-page', path: '/statistics', height: 720 },
  { name: 'not-found', path: '/entris', height: 480 },
]

/** Takes the screenshots of a running application, each in light and dark. */
export async function takeScreenshots(address: string, folder: string): Promise<void> {
  const browser = await startChromium()
  try {
    for (const screenshot of screenshots) {
      for (const scheme of schemes) await take(browser, screenshot, scheme, address, folder)
    }
  } finally {
    await browser.close()
  }
}

async function take(
  browser: Browser,
  { name, path, height, prepare }: Screenshot,
  colorScheme: (typeof schemes)[number],
  address: string,
  folder: string,
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1080, height }, colorScheme })
  await page.goto(address + path, { waitUntil: 'load' })
  await prepare?.(page)
  await page.screenshot({
    path: join(folder, `${name}-${colorScheme}.png`),
    animations: 'disabled',
  })
  await page.close()
}

async function openOperation(page: Page): Promise<void> {
  await page.locator('.opblock-summary').first().click()
  await page.locator('.opblock-body').first().waitFor()
}
