import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Post } from '@fw/core'
import { afterAll, expect, test } from 'vitest'
import { kernelOf } from '../serving.ts'

const folder = mkdtempSync(join(tmpdir(), 'fw-temporary-file-'))
process.env['TMPDIR'] = folder
afterAll(() => rmSync(folder, { recursive: true }))

class Uploads {
  @Post('/size')
  size(document: File) {
    return document.size
  }
}

test('the first file on disk removes those of killed processes after a day', async () => {
  const hour = 60 * 60
  const now = Date.now() / 1000
  for (const [name, age] of [
    ['fw-upload-abandoned', 25 * hour],
    ['fw-upload-recent', 23 * hour],
    ['other-abandoned', 25 * hour],
  ] as const) {
    writeFileSync(join(folder, name), '')
    utimesSync(join(folder, name), now - age, now - age)
  }
  const body = new FormData()
  body.append('document', new File([Buffer.alloc(1_100_000)], 'large'))
  const request = new Request('http://localhost/size', { method: 'POST', body })
  const { kernel } = kernelOf([Uploads], { maxBodyBytes: 2_000_000 })
  expect(await (await kernel.fetch(request)).json()).toBe(1_100_000)
  await expect.poll(() => readdirSync(folder)).toEqual(['fw-upload-recent', 'other-abandoned'])
})
