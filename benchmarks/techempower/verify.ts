import type { Database } from './database.ts'
import { storedFortunes } from './database.ts'
import { fortunesPage } from './fortunes-page.ts'

const counts: Record<string, number> = {
  '': 1,
  '?queries=': 1,
  '?queries=foo': 1,
  '?queries=0': 1,
  '?queries=20': 20,
  '?queries=501': 500,
}
const aWorld = /^\{"id":\d+,"randomNumber":\d+\}$/

/** Throws where a contestant does not do the work that is timed. */
export async function verify(name: string, port: number, database: Database): Promise<void> {
  const ask = (path: string) => request(name, port, path)
  const stored = await database.readNumbers()
  const one = await ask('/db')
  const found = [JSON.parse(one.text)] as unknown[]
  for (const [query, count] of Object.entries(counts)) {
    const worlds = JSON.parse((await ask(`/queries${query}`)).text) as unknown[]
    expect(worlds.length === count, `${name}: /queries${query} gives ${worlds.length} rows.`)
    found.push(...worlds)
  }
  for (const each of found) expectWorld(name, each, (id) => [stored.get(id)])
  await verifyUpdates(name, database, JSON.parse((await ask('/updates?queries=20')).text))
  const page = await ask('/fortunes')
  expect(page.type === 'text/html; charset=utf-8', `${name}: the page is ${page.type}.`)
  expect(page.text === fortunesPage(storedFortunes), `${name}: another page: ${page.text}`)
}

async function verifyUpdates(name: string, database: Database, worlds: unknown): Promise<void> {
  const changed = worlds as { id: number; randomNumber: number }[]
  expect(changed.length === 20, `${name}: /updates gives ${changed.length} rows.`)
  const stored = await database.readNumbers()
  for (const each of changed) {
    // A row that came twice holds one of its two numbers.
    const given = changed.filter(({ id }) => id === each.id).map((world) => world.randomNumber)
    expectWorld(name, each, () => given)
    expect(given.includes(stored.get(each.id) as number), `${name}: ${each.id} was not updated.`)
  }
}

function expectWorld(
  name: string,
  value: unknown,
  numbers: (id: number) => readonly (number | undefined)[],
): void {
  const text = JSON.stringify(value)
  expect(aWorld.test(text), `${name}: a row is ${text}.`)
  const { id, randomNumber } = value as { id: number; randomNumber: number }
  expect(numbers(id).includes(randomNumber), `${name}: row ${id} does not hold ${randomNumber}.`)
}

async function request(
  name: string,
  port: number,
  path: string,
): Promise<{ text: string; type: string | null }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  const text = await response.text()
  expect(response.status === 200, `${name}: ${path} is answered with ${response.status} ${text}`)
  return { text, type: response.headers.get('content-type') }
}

function expect(holds: boolean, message: string): void {
  if (!holds) throw new Error(message)
}
