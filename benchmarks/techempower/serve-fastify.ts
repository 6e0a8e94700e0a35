import createFastify from 'fastify'
import { address } from './address.ts'
import { fortunesPage } from './fortunes-page.ts'
import type { Statements } from './serve-by-hand.ts'
import { atRandom, countOf, randomNumber } from './world.ts'

const world = {
  type: 'object',
  properties: { id: { type: 'integer' }, randomNumber: { type: 'integer' } },
}
const one = { schema: { response: { 200: world } } }
const many = { schema: { response: { 200: { type: 'array', items: world } } } }

interface WithCount {
  Querystring: { queries?: string }
}

export async function serveFastify(statements: Statements): Promise<void> {
  const { readWorld, updateWorld, readFortunes } = statements
  const app = createFastify()
  app.get('/db', one, () => readWorld(randomNumber()))
  app.get('/fortunes', async (_request, reply) => {
    reply.type('text/html; charset=utf-8')
    return fortunesPage(await readFortunes())
  })
  app.get<WithCount>('/queries', many, ({ query }) => atRandom(countOf(query.queries), readWorld))
  app.get<WithCount>('/updates', many, async ({ query }) => {
    const worlds = await atRandom(countOf(query.queries), readWorld)
    for (const each of worlds) each.randomNumber = randomNumber()
    await Promise.all(worlds.map(updateWorld))
    return worlds
  })
  await app.listen(address)
}
