import { createServer, type ServerResponse } from 'node:http'
import { address } from './address.ts'
import { fortunesPage, type Fortune } from './fortunes-page.ts'
import { atRandom, countOf, randomNumber, type World } from './world.ts'

/** The work of a driver or a query builder in this benchmark. */
export interface Statements {
  readWorld(id: number): Promise<World>
  updateWorld(world: World): PromiseLike<unknown>
  readFortunes(): PromiseLike<readonly Fortune[]>
}

/** `node:http` by hand. */
export function serveByHand({ readWorld, updateWorld, readFortunes }: Statements): void {
  createServer(async (request, response) => {
    const [path, query] = (request.url as string).split('?')
    try {
      if (path === '/db') sendJson(response, await readWorld(randomNumber()))
      else if (path === '/fortunes') sendHtml(response, fortunesPage(await readFortunes()))
      else if (path === '/queries') sendJson(response, await atRandom(countIn(query), readWorld))
      else if (path === '/updates') sendJson(response, await updateWorlds(countIn(query)))
      else response.writeHead(404).end()
    } catch (error) {
      console.error(error)
      response.writeHead(500).end()
    }
  }).listen(address)

  async function updateWorlds(count: number): Promise<World[]> {
    const worlds = await atRandom(count, readWorld)
    for (const each of worlds) each.randomNumber = randomNumber()
    await Promise.all(worlds.map(updateWorld))
    return worlds
  }
}

function countIn(query: string | undefined): number {
  return countOf(new URLSearchParams(query).get('queries'))
}

function sendJson(response: ServerResponse, value: unknown): void {
  send(response, 'application/json', JSON.stringify(value))
}

function sendHtml(response: ServerResponse, html: string): void {
  send(response, 'text/html; charset=utf-8', html)
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}
