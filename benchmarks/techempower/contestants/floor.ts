// The floor: `node:http` and `pg` by hand, every statement prepared under a name.
import { createServer, type ServerResponse } from 'node:http'
import { Pool } from 'pg'
import { address, connectionString, poolSize } from '../address.ts'
import { fortunesPage, type Fortune } from '../fortunes-page.ts'
import { atRandom, countOf, randomNumber, type World } from '../world.ts'

const pool = new Pool({ connectionString, max: poolSize })
const selectWorld = 'SELECT id, randomnumber AS "randomNumber" FROM world WHERE id = $1'
const updateWorld = 'UPDATE world SET randomnumber = $1 WHERE id = $2'

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

function countIn(query: string | undefined): number {
  return countOf(new URLSearchParams(query).get('queries'))
}

async function readWorld(id: number): Promise<World> {
  const { rows } = await pool.query<World>({ name: 'world', text: selectWorld, values: [id] })
  return rows[0] as World
}

async function readFortunes(): Promise<Fortune[]> {
  return (await pool.query<Fortune>({ name: 'fortunes', text: 'SELECT * FROM fortune' })).rows
}

async function updateWorlds(count: number): Promise<World[]> {
  const worlds = await atRandom(count, readWorld)
  await Promise.all(worlds.map(updateOne))
  return worlds
}

async function updateOne(world: World): Promise<void> {
  world.randomNumber = randomNumber()
  const values = [world.randomNumber, world.id]
  await pool.query({ name: 'update', text: updateWorld, values })
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
