import { delimiter, join } from 'node:path'
import { type Browser, type BrowserServer, chromium } from 'playwright-core'
import { isExecutable } from './is-executable.ts'

/** The first starts and shows pages in half the processor time of the others. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The browser's program: `FW_TEST_CHROMIUM`, or the first in the usual locations. Undefined if no
 * browser is installed.
 */
const chromiumProgram: string | undefined = findChromium()

/** The command to install a browser; undefined if there is one. */
export const missingChromium: string | undefined =
  chromiumProgram === undefined
    ? 'no Chromium. Install it (apt-get install chromium-headless-shell), or name its program in FW_TEST_CHROMIUM.'
    : undefined

const options = {
  executablePath: chromiumProgram ?? '',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/** Starts a browser with a new profile that makes no requests by itself. The caller closes it. */
export function startChromium(): Promise<Browser> {
  return chromium.launch(options)
}

/** Starts such a browser for other processes, which connect to its address. */
export function startChromiumServer(): Promise<BrowserServer> {
  return chromium.launchServer({ ...options, host: '127.0.0.1' })
}

function findChromium(): string | undefined {
  const given = process.env['FW_TEST_CHROMIUM']
  if (given !== undefined && given !== '') return given
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...found, ...usualPlaces].find(isExecutable)
}
