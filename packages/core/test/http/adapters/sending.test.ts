import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundle } from './contract/bundle.ts'
import { startReporting } from './contract/platforms.ts'
import { programs } from './contract/programs.ts'
import type { Running } from './contract/workerd.ts'
import { get, RawClient } from './raw-client.ts'

const folder = mkdtempSync(join(tmpdir(), 'fw-sending-'))
const main = join(folder, 'main.js')
beforeAll(async () => {
  await bundle(new URL('contract/fixtures/sending.ts', import.meta.url), folder)
  mkdirSync(join(folder, 'public'))
  writeFileSync(join(folder, 'public/large.txt'), 'x'.repeat(8_000_000))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const platforms = {
  Node: [process.execPath, ['--expose-gc', main]],
  Bun: [programs.bun, ['run', main]],
  Deno: [programs.deno, ['run', '--allow-all', '--v8-flags=--expose-gc', main]],
} as const

for (const [name, [program, args]] of Object.entries(platforms)) {
  if (program === undefined) {
    test(`on ${name}`, ({ skip }) => skip(`npm has no package of ${name} for this machine.`))
    continue
  }
  describe(`on ${name}`, () => {
    let running: Running
    beforeAll(async () => void (running = await startReporting(program, args)))
    afterAll(() => running?.stop())

    const ask = async (path: string): Promise<unknown> =>
      (await fetch(`http://127.0.0.1:${running.port}${path}`)).json()

    for (const path of ['/instead', '/route', '/compressed', '/static/large.txt']) {
      for (const moment of ['before the head', 'after the head', 'amid the file'] as const) {
        test(`a client that disconnects ${path} ${moment} leaves no file open`, async () => {
          for (let round = 0; round < 4; round += 1) {
            await Promise.all(Array.from({ length: 12 }, () => leave(running.port, path, moment)))
          }
          await expect.poll(() => ask('/open')).toEqual({ open: 0 })
        })
      }
    }

    for (const path of ['/events', '/response']) {
      test(`a client that disconnects ${path} ends the source, and onSent is notified`, async () => {
        await ask('/ended')
        const client = await RawClient.connect(running.port)
        await client.send(get(path)).until(/tick/)
        client.socket.resetAndDestroy()
        const found = { finished: 0, sent: [] as unknown[] }
        await expect
          .poll(async () => {
            const { finished, sent } = (await ask('/ended')) as typeof found
            found.finished += finished
            found.sent.push(...sent)
            return found
          })
          .toEqual({ finished: 1, sent: [{ status: 200, aborted: true }] })
      })
    }

    test('a response of kernel.fetch whose body is not read leaves no file open', async () => {
      await ask('/unread')
      await expect.poll(() => ask('/open')).toEqual({ open: 0 })
    })

    test('a server that closes aborts the signal of event streams, which then end themselves', async () => {
      const own = await startReporting(program, args)
      const streams = ['/farewell', '/sleeping'].map(async (path) => {
        const { body } = await fetch(`http://127.0.0.1:${own.port}${path}`)
        const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
        const first = await reader?.read()
        return { first: first?.value, rest: readAll(reader as Reader) }
      })
      const opened = await Promise.all(streams)
      expect(opened.map(({ first }) => first)).toEqual(['data: hello\n\n', 'data: hello\n\n'])
      // The limit of the server is longer than that of the test.
      expect(await own.stop('SIGTERM')).toBe(0)
      expect(await Promise.all(opened.map(({ rest }) => rest))).toEqual(['data: farewell\n\n', ''])
    })
  })
}

type Reader = ReadableStreamDefaultReader<string>

async function readAll(reader: Reader): Promise<string> {
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text
    text += value
  }
}

const moments = {
  'before the head': undefined,
  'after the head': /\r\n\r\n/,
  'amid the file': /x{1000}|\r\n\r\n[^]{10}/,
}

async function leave(port: number, path: string, moment: keyof typeof moments): Promise<void> {
  const client = await RawClient.connect(port)
  client.send(get(path, 'Accept-Encoding: gzip\r\n'))
  const form = moments[moment]
  if (form) await client.until(form)
  else await new Promise((resolve) => setImmediate(resolve))
  client.socket.resetAndDestroy()
}
