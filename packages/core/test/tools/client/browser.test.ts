import { expect, test } from 'vitest'
import { openChromium, needsChromium } from '../../support/chromium.ts'
import { BrowserController } from './fixtures/browser.ts'
import { served, writtenClient } from './written-client.ts'

async function openPage() {
  const { folder } = await writtenClient([BrowserController])
  BrowserController.folder = folder
  const baseUrl = await served([BrowserController])
  const browser = await openChromium()
  const page = await browser.newPage()
  await page.goto(`${baseUrl}/page`)
  return page
}

// A page has no types of the client; the string is a module of the browser.
const importing = (code: string) => `
  (async () => {
    const { browser, createClient } = await import('/client/index.js')
    const { xhr } = await import('/client/progress.js')
    ${code}
  })()`

test('a page calls its own origin without a client', async (context) => {
  needsChromium(context)
  const page = await openPage()
  const found = await page.evaluate(
    importing(`
      const { id, size, at } = await browser.upload({ id: 7, file: new Blob(['abc']) })
      return [id, size, at instanceof Date, at.getTime()]`),
  )
  expect(found).toEqual([7, 3, true, 7])
})

test('an upload reports its progress', async (context) => {
  needsChromium(context)
  const page = await openPage()
  const session = await page.context().newCDPSession(page)
  const throughput = { downloadThroughput: -1, uploadThroughput: 2_000_000 }
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    ...throughput,
  })
  const { sent, size } = (await page.evaluate(
    importing(`
      const sent = []
      const transport = xhr((bytes, total) => sent.push([bytes, total]))
      const file = new File([new Uint8Array(1_500_000)], 'big.bin')
      const { size } = await browser.upload({ id: 7, file }, { transport })
      return { sent, size }`),
  )) as { sent: [number, number][]; size: number }

  expect(size).toBe(1_500_000)
  expect(sent.length).toBeGreaterThan(2)
  const bytes = sent.map(([each]) => each)
  expect(bytes).toEqual(bytes.toSorted((a, b) => a - b))
  expect(sent.at(-1)?.[0]).toBe(sent.at(-1)?.[1])
  expect(sent[0]?.[0]).toBeLessThan(1_500_000)
})

test('failures are the same with XMLHttpRequest', async (context) => {
  needsChromium(context)
  const page = await openPage()
  const found = await page.evaluate(
    importing(`
      const transport = xhr(() => undefined)
      const file = new File(['a'], 'a.txt')
      const refused = await browser.refuse.safe({ file }, { transport })
      const signal = AbortSignal.abort()
      const aborted = await browser.upload.safe({ id: 1, file }, { transport, signal })
      const client = createClient({ baseUrl: 'http://127.0.0.1:1' })
      const lost = await client.browser.upload.safe({ id: 1, file }, { transport })
      const late = { transport, timeout: '1ms' }
      const big = new File([new Uint8Array(50_000_000)], 'big.bin')
      const timeout = await browser.upload.safe({ id: 1, file: big }, late)
      return [refused.kind, refused.status, refused.body, aborted.kind, lost.kind, timeout.kind]`),
  )
  expect(found).toEqual(['error', 409, { error: 'a.txt' }, 'aborted', 'network', 'timeout'])
})

test('the transport of an upload is typed', async () => {
  const program = `
    import { browser } from './client/index.js'
    import { xhr } from './client/progress.js'
    export const sent = async (file: File): Promise<number> => {
      const transport = xhr((bytes: number, total: number) => void [bytes, total])
      return (await browser.upload({ id: 1, file }, { transport })).size
    }`
  const { compile } = await writtenClient([BrowserController], { 'main.ts': program })
  expect(await compile()).toBe('')
})
