import { once } from 'node:events'
import { connect } from 'node:net'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { FwProcess } from '../support/fw-process.ts'
import { temporaryApplication } from '../support/temporary-application.ts'
import { applications, requestsOf, type RandomRequest } from './random/application.ts'

const count = Number(process.env['FW_TEST_APPLICATIONS'] ?? 2)
const requests = 500
const patience = 60_000

/** Sends the bytes, and nothing after them; gives all that comes until the connection ends. */
async function send(port: number, { bytes, isWhole }: RandomRequest): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => (received += text))
  socket.on('end', () => socket.end()).on('error', () => {})
  socket.setTimeout(patience, () => socket.destroy(new Error('hangs')))
  // A damaged message may be the start of a longer one.
  if (isWhole) socket.write(bytes)
  else socket.end(bytes)
  const [hadError] = (await once(socket, 'close')) as [boolean]
  return hadError && received === '' ? `error ${String(socket.errored)}` : received
}

test('a random application never responds with a 500, hangs, or changes a prototype', async () => {
  for (let round = 0; round < count; round += 1) {
    const seed = Date.now() % 2 ** 31
    const [application] = fc.sample(applications, { seed, numRuns: 1 })
    if (!application) continue
    const files = { 'package.json': '{ "type": "module" }', 'src/site.ts': application.source }
    const environment = { PORT: '0', HOST: '127.0.0.1' }
    const fw = new FwProcess(temporaryApplication(files), ['serve'], environment)
    const address = await fw.address().catch((error: unknown) => {
      throw new Error(application.source, { cause: error })
    })
    const prototypes = async () => (await fetch(`${address}/prototypes`)).json()
    const before = await prototypes()
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(requestsOf(application), async (request) => {
        const answer = await send(Number(new URL(address).port), request)
        const status = Number(/^HTTP\/1\.1 (\d+) /u.exec(answer)?.[1] ?? 0)
        statuses.add(status)
        const shown = `${request.bytes.toString('latin1')}\n\n${answer}\n\n${application.source}`
        expect(status, shown).toBeLessThan(500)
        if (request.isWhole) expect(status, shown).toBeGreaterThanOrEqual(200)
        expect(answer, shown).not.toContain('hangs')
      }),
      { numRuns: requests, seed, endOnFailure: true },
    )
    expect(await prototypes()).toEqual(before)
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 422]))
    fw.child.kill('SIGTERM')
    expect(await fw.exit).toBe(0)
  }
})
