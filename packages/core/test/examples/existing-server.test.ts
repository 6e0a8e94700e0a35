import type { Server } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'

/** The old servers of the page are JavaScript, because their types are not installed. */
async function startOld(name: string): Promise<string> {
  const { app } = await import(new URL(`./existing-server/${name}.js`, import.meta.url).href)
  if (name === 'fastify') {
    onTestFinished(() => app.close())
    return app.listen({ port: 0, host: '127.0.0.1' })
  }
  const server = await new Promise<Server>((resolve) => {
    const listening: Server = app.listen(0, '127.0.0.1', () => resolve(listening))
  })
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

test.for(['express', 'fastify'])('fw serves one prefix next to %s', async (name) => {
  const address = await startOld(name)
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(address + path, init)
    return [response.status, await response.json()]
  }
  const price = (cents: unknown) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cents }),
  })
  expect(await ask('/v1/prices')).toEqual([200, { tea: 4 }])
  expect(await ask('/v2/prices/milk')).toEqual([200, { name: 'milk', cents: 120 }])
  expect(await ask('/v2/prices/tea', price(450))).toEqual([201, { name: 'tea', cents: 450 }])
  expect(await ask('/v2/prices/tea', price('much'))).toEqual([
    422,
    { errors: { cents: ['must be an integer.'] } },
  ])
  expect((await ask('/v2/missing'))[0]).toBe(404)
})
