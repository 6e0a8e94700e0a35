import { type Browser, chromium } from 'playwright-core'
import { onTestFinished, type TestContext } from 'vitest'
import { obtain } from './obtain.ts'
import { missingChromium } from './start-chromium.ts'

/** Skips a test if there is no browser. */
export function needsChromium({ skip }: TestContext): void {
  skip(missingChromium !== undefined, missingChromium)
}

/** Connects to the browser that all tests share. What the test opens has a new profile, and ends with the test. */
export async function openChromium(): Promise<Browser> {
  const browser = await chromium.connect(await obtain('chromium'))
  onTestFinished(() => browser.close())
  return browser
}
