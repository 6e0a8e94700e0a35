import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cases,
  clientsLeave,
  hostsAsSent,
  optionsOfServer,
  pathsAsSent,
  streamsAsItGoes,
  type Ask,
} from './contract/cases.ts'
import {
  codedBodies,
  cutShort,
  leftAfterTimeout,
  leftBeforeRead,
  leftByMethod,
  malformedChunks,
} from './contract/body-cases.ts'
import { bundle } from './contract/bundle.ts'
import { isInstalled, platforms } from './contract/platforms.ts'
import { get, RawClient } from './raw-client.ts'
import { knowsClient, servesFiles, siteCases, writeSite } from './contract/site-cases.ts'
import type { Running } from './contract/workerd.ts'

const folder = mkdtempSync(join(tmpdir(), 'fw-platforms-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

for (const platform of platforms) {
  if (!isInstalled(platform)) {
    const note = `no ${platform.name}. npm has no package of it for this machine.`
    test(`on ${platform.name}`, ({ skip }) => skip(note))
    continue
  }
  describe(`on ${platform.name}`, () => {
    let running: Running | undefined

    beforeAll(async () => {
      const own = join(folder, platform.name.replace('/', '-'))
      await bundle(new URL(`contract/${platform.entry}`, import.meta.url), own)
      writeSite(own)
      running = await platform.start(platform.program as string, own)
    })
    afterAll(() => running?.stop())

    const ask: Ask = (path, init) => {
      const port = path.startsWith('/site/') ? (running?.sitePort ?? running?.port) : running?.port
      return fetch(`http://127.0.0.1:${port}${path}`, init)
    }

    for (const [name, run] of Object.entries({ ...cases, ...siteCases })) {
      // workerd cuts a connection whose body is not read, before the client has read the response.
      if (platform.name === 'workerd' && name === 'a body over the limit is a 413') continue
      test(name, () => run(ask))
    }

    test('the address of the client comes from its connection alone', async () => {
      const headers = { 'cf-connecting-ip': '6.6.6.6', 'x-forwarded-for': '6.6.6.6' }
      // A worker gets the client's address from Cloudflare, and this one runs elsewhere.
      const ip = platform.name === 'workerd' ? null : '127.0.0.1'
      expect(await (await ask('/ip', { headers })).json()).toEqual({ ip })
    })

    test('a trusted proxy supplies the address of the client', () =>
      // A worker has no proxies in its own network.
      knowsClient(ask, platform.name !== 'workerd'))

    if (platform.name === 'workerd') {
      test('files are an error at boot', async () => {
        expect(await (await ask('/refusal')).text()).toMatch(
          /@StaticFiles needs a file system, which a Cloudflare worker does not have\. Serve the folder as static assets of the worker\.$/,
        )
      })
    } else {
      test('files are served', () => servesFiles(ask))
    }

    test('a stream arrives while it is produced', () => streamsAsItGoes(ask))

    test('an unusual path gives no access to other routes', () =>
      pathsAsSent(running?.port as number))

    test('a body with a transfer coding is rejected', () =>
      // The parser of Bun refuses the head.
      codedBodies(running?.port as number, platform.name.startsWith('Bun') ? 400 : 501))

    // workerd reports it only with a flag of Cloudflare.
    if (platform.name === 'workerd') return
    test('a client that disconnects is not an error, and the method is notified', () =>
      clientsLeave(running?.port as number, ask))

    test('a client that disconnects before its body is read blocks nothing', () =>
      leftBeforeRead(running?.port as number))

    test('a body that ends early is rejected however it is read', () =>
      // The parser of Bun closes the connection.
      cutShort(running?.port as number, platform.name.startsWith('Bun') ? '' : '400'))

    test('a body whose chunks are malformed is rejected however it is read', () =>
      malformedChunks(running?.port as number))

    test('a connection is reused after a body that was not read', () =>
      leftByMethod(running?.port as number))

    test('an upload that takes too long is rejected and removed', () =>
      leftAfterTimeout(running?.port as number))

    if (!platform.name.includes('/')) return
    test('OPTIONS * lists the methods of the server', () =>
      // The parser of Bun refuses the target.
      optionsOfServer(running?.port as number, platform.name.startsWith('Bun') ? 400 : 204))

    test('an invalid host is rejected when the URL is used', () =>
      hostsAsSent(running?.port as number))

    test('a stream may be silent for longer than the idle limit of a connection', async () => {
      expect(await (await ask('/silent')).text()).toMatch(/before[^]*after/)
    })

    test('a connection may be idle for as long as configured', async () => {
      const clients = Array.from({ length: 8 }, async (_, index) => {
        await sleep(index * 500)
        const client = await RawClient.connect(running?.port as number)
        await client.send(get('/hello')).until(/hello/)
        await sleep(2500)
        expect(await client.send(get('/hello')).until(/hello[^]*hello/)).toMatch(/^HTTP\/1.1 200/)
      })
      await Promise.all(clients)
    })

    test('close lets requests in flight finish, and waits for the rest up to its limit', async () => {
      const slow = ask('/slow')
      const never = ask('/wait')
      await Promise.all([ask('/hello'), sleep(100)])
      const ended = running?.stop('SIGTERM')
      const [answered, cut] = await Promise.allSettled([slow, never])
      expect(cut.status).toBe('rejected')
      expect(answered).toMatchObject({ value: { status: 200 } })
      expect(await ended).toBe(0)
      await expect(ask('/hello')).rejects.toThrow()
    })
  })
}
