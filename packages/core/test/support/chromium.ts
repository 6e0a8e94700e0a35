import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { onTestFinished, type TestContext } from 'vitest'
import { isExecutable } from './is-executable.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The browser's program: `FW_TEST_CHROMIUM`, or the first in the usual locations. Undefined if
 * there is none.
 */
const chromiumProgram: string | undefined = findChromium()

/** The command to install a browser; undefined if there is one. */
export const missingChromium: string | undefined =
  chromiumProgram === undefined
    ? 'no Chromium. Install it (apt-get install chromium), or name its program in FW_TEST_CHROMIUM.'
    : undefined

/** Skips a test if there is no browser. */
export function needsChromium({ skip }: TestContext): void {
  skip(missingChromium !== undefined, missingChromium)
}

function findChromium(): string | undefined {
  const given = process.env['FW_TEST_CHROMIUM']
  if (given !== undefined && given !== '') return given
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...found, ...usualPlaces].find(isExecutable)
}

/** Starts a browser with a new profile that makes no requests by itself; it ends with the test. */
export async function launchChromium(): Promise<Browser> {
  const browser = await startChromium()
  onTestFinished(() => browser.close())
  return browser
}

/** Starts such a browser, which the caller closes. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumProgram ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
